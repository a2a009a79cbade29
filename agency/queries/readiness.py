"""Whether requests can be served and runs can be worked on."""

import logging
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import Count, Q
from django.db.models.functions import Now
from redis import RedisError

from agency.models import Interruption, Run, Worker
from framework.bus.connection import sync_redis
from framework.db.errors import LOST

log = logging.getLogger(__name__)

AWAY: tuple[type[Exception], ...] = (*LOST, RedisError, OSError)


def readiness() -> dict[str, Any]:
    """The checks with their outcome, and counts of what is going on."""
    checks = {
        "database": _check(_database),
        "broker": _check(_broker),
        "worker": _check(_worker),
    }
    counts = _counts() if checks["database"]["ok"] else {}
    return {"checks": checks, "counts": counts}


def _check(look: Callable[[], str]) -> dict[str, Any]:
    try:
        return {"ok": True, "detail": look()}
    except LookupError as error:
        return {"ok": False, "detail": str(error.args[0])}
    except AWAY as error:
        log.warning("not ready: %s", error)
        return {"ok": False, "detail": "cannot be reached"}


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "answers"


def _broker() -> str:
    sync_redis().ping()
    return "answers"


def _worker() -> str:
    live = Worker.objects.filter(state="up", expires_at__gt=Now()).count()
    if not live:
        raise LookupError("no worker has a live lease")
    return f"{live} up"


def _counts() -> dict[str, int]:
    try:
        runs = Run.objects.filter(status__in=("queued", "running", "suspended"))
        counts: dict[str, int] = runs.aggregate(
            runs_queued=Count("id", filter=Q(status="queued")),
            runs_running=Count("id", filter=Q(status="running")),
            runs_suspended=Count("id", filter=Q(status="suspended")),
        )
        counts["workers"] = Worker.objects.filter(state="up", expires_at__gt=Now()).count()
        counts["interruptions"] = Interruption.objects.filter(status="pending").count()
    except AWAY:
        return {}
    return counts

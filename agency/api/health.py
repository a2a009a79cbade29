"""Is the process alive, and can it serve?"""

from typing import Any

from rest_framework.request import Request

from agency.api.endpoint import Endpoint, operation
from agency.api.shapes import operation as shapes
from agency.commands.idempotency import Answer
from agency.queries.readiness import readiness
from framework.core.errors import AppError


class NotReady(AppError):
    """Something this server needs is missing."""

    code = "not_ready"
    status = 503


class HealthView(Endpoint):
    """The process answers; nothing else is looked at."""

    authentication_classes: Any = ()
    permission_classes: Any = ()

    @operation(answer=shapes.Health, public=True)
    def get(self, request: Request) -> Any:
        """Liveness."""
        return {"status": "ok"}


class ReadyView(Endpoint):
    """The database, the broker and a worker are there."""

    authentication_classes: Any = ()
    permission_classes: Any = ()

    @operation(answer=shapes.Readiness, public=True)
    def get(self, request: Request) -> Any:
        """Readiness; 503 with what is missing."""
        found = readiness()
        missing = [name for name, check in found["checks"].items() if not check["ok"]]
        if missing:
            raise NotReady(f"Missing: {', '.join(missing)}.", **found)
        return Answer(200, {"status": "ready", **found})

"""What sessions used, alone and with everything below them."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from agency.models import ModelCall, Session
from agency.queries.ancestry import trees
from agency.queries.records import Record
from agency.queries.run_timeline import model_call_record
from agency.queries.session_usage import request_size
from agency.queries.usage import SUMS, totals

NEWEST_CALLS = 100
NOTHING: Mapping[str, Any] = dict.fromkeys(SUMS)


def session_totals(session: Session) -> Record:
    """The session's own totals, those with all below it and by model, its newest ledger rows."""
    rows = ModelCall.objects.filter(session_id__in=[one for _, one in trees([session.id])])
    models = rows.order_by("model").values("model").annotate(**SUMS)
    calls = ModelCall.objects.filter(session_id=session.id).order_by("-created_at", "-id")
    return usages([session.id])[session.id] | {
        "calls": [model_call_record(row) for row in calls[:NEWEST_CALLS]],
        "by_model": [{"model": row["model"]} | totals(row) for row in models],
    }


def usages(session_ids: Iterable[UUID]) -> dict[UUID, Record]:
    """`own` and `inclusive` of each session; three statements for any number of them.

    `context_tokens` is the size of the session's own last request in both.
    """
    below: dict[UUID, list[UUID]] = {}
    for top, found in trees(session_ids):
        below.setdefault(top, []).append(found)
    known = {found for ids in below.values() for found in ids}
    rows = ModelCall.objects.filter(session_id__in=known).order_by().values("session_id")
    sums = {row["session_id"]: row for row in rows.annotate(**SUMS)}
    sizes = _sizes(below)
    made = {}
    for top, ids in below.items():
        size = {"context_tokens": sizes.get(top, 0)}
        made[top] = {
            "own": totals(_added([sums.get(top, NOTHING)])) | size,
            "inclusive": totals(_added([sums.get(one, NOTHING) for one in ids])) | size,
        }
    return made


def _added(rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Sums of sums; what nobody used stays null, since an unknown price is not 0."""
    added: dict[str, Any] = {}
    for name in SUMS:
        given = [row[name] for row in rows if row[name] is not None]
        added[name] = sum(given) if given else None
    return added | {name: added[name] or 0 for name in ("calls", "unpriced")}


def _sizes(session_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The size of each session's last answered request."""
    turns = ModelCall.objects.filter(
        session_id__in=list(session_ids), purpose="turn", input_tokens__isnull=False
    )
    newest = turns.order_by("session_id", "-created_at", "-id").distinct("session_id")
    return dict(newest.values_list("session_id", request_size()))

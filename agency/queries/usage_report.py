"""The ledger in groups, each with a series if one is asked for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any
from uuid import UUID

from django.db.models import F
from django.db.models.functions import TruncDay

from agency.access import visible_sessions
from agency.models import Agent, User
from agency.queries.records import Record
from agency.queries.usage import SUMS, totals, visible_calls

GROUPS = {
    "model": "model",
    "session": "session_id",
    "agent": "agent_id",
    "user": "user_id",
    "purpose": "purpose",
    "day": "created_at",
}
MOST_GROUPS = 200
MOST_POINTS = 5_000

Rows = Any  # of the ledger; what is annotated has names of its own


@dataclass(frozen=True, slots=True)
class Asked:
    """Which rows, in which groups; days are those of the zone."""

    by: str
    split: str | None = None
    workspace_id: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    zone: tzinfo = UTC


def usage_report(user_id: int, asked: Asked) -> Record:
    """Totals of what the person may see, and its groups: the newest days, else the dearest.

    At most 200 groups, and 5,000 points of all series together. A fixed number of queries.
    """
    rows = _asked_for(user_id, asked)
    groups = _groups(rows, asked)
    series = _series(rows, asked, groups) if asked.split is not None else {}
    labels = _labels(user_id, asked.by, (row["key"] for row in groups))
    listed = []
    for row in groups:
        key = _text(row["key"])
        record = {"key": key, "label": labels.get(key, key), **totals(row)}
        listed.append(record if asked.split is None else record | {"series": series.get(key, [])})
    return {"total": {"key": None, "label": None, **totals(rows.aggregate(**SUMS))},
            "groups": listed}  # fmt: skip


def _asked_for(user_id: int, asked: Asked) -> Rows:
    rows = visible_calls(user_id)
    if asked.workspace_id is not None:
        rows = rows.filter(workspace_id=asked.workspace_id)
    if asked.since is not None:
        rows = rows.filter(created_at__gte=asked.since)
    if asked.until is not None:
        rows = rows.filter(created_at__lt=asked.until)
    return rows


def _groups(rows: Rows, asked: Asked) -> list[dict[str, Any]]:
    sums = rows.annotate(key=_column(asked.by, asked.zone)).values("key").annotate(**SUMS)
    if asked.by == "day":
        return list(reversed(sums.order_by("-key")[:MOST_GROUPS]))
    return list(sums.order_by(F("spent").desc(nulls_last=True), "-output", "key")[:MOST_GROUPS])


def _series(
    rows: Rows, asked: Asked, groups: list[dict[str, Any]]
) -> dict[str | None, list[Record]]:
    """The points of each group, by its key; only of the groups that are shown."""
    assert asked.split is not None
    shown = {row["key"] for row in groups}
    both = {"key": _column(asked.by, asked.zone), "point": _column(asked.split, asked.zone)}
    sums = rows.annotate(**both).values("key", "point").annotate(**SUMS)
    found: dict[str | None, list[Record]] = {}
    for row in sums.order_by("point", "key")[:MOST_POINTS]:
        if row["key"] in shown:
            point = {"key": _text(row["point"]), **totals(row)}
            found.setdefault(_text(row["key"]), []).append(point)
    return found


def _column(name: str, zone: tzinfo) -> Any:
    column = GROUPS[name]
    return TruncDay(column, tzinfo=zone) if name == "day" else F(column)


def _text(key: Any) -> str | None:
    if isinstance(key, datetime):
        return key.date().isoformat()
    return None if key is None else str(key)


def _labels(user_id: int, by: str, keys: Iterable[Any]) -> dict[str | None, str | None]:
    """Names for the keys; a session that the person may not see has none."""
    ids = [key for key in keys if key is not None]
    if by == "user":
        return {str(row.pk): row.shown_name for row in User.objects.filter(pk__in=ids)}
    if by not in ("agent", "session"):
        return {}
    rows: Any = Agent.objects.all() if by == "agent" else visible_sessions(user_id)
    names = {str(pk): name for pk, name in rows.filter(pk__in=ids).values_list("pk", "name")}
    return {None: None} | {str(key): names.get(str(key)) for key in ids}

"""What was used, summed from the ledger: what a person may see, in groups."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from agency.access import visible_sessions
from agency.models import ModelCall
from agency.queries.records import Record, money

GROUPS = {
    "model": "model",
    "session": "session_id",
    "agent": "agent_id",
    "user": "user_id",
    "purpose": "purpose",
}
_ENDED = Q(ended_at__isnull=False)
SUMS: dict[str, Any] = {
    "input": Sum("input_tokens"),
    "output": Sum("output_tokens"),
    "cache_read": Sum("cache_read_tokens"),
    "cache_write": Sum("cache_write_tokens"),
    "spent": Sum("cost"),
    "calls": Count("id", filter=_ENDED),
    "unpriced": Count("id", filter=_ENDED & Q(cost=None)),
}


def visible_calls(user_id: int) -> QuerySet[ModelCall, ModelCall]:
    """Ledger rows of sessions that the person may see, and of own ones that were deleted."""
    seen = Q(session_id__in=visible_sessions(user_id).values("id")) | Q(user_id=user_id)
    return ModelCall.objects.filter(seen)


def usage_report(
    user_id: int,
    *,
    by: str,
    workspace_id: UUID | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Record:
    """Totals and the 200 largest groups of what the person may see."""
    rows = visible_calls(user_id)
    if workspace_id is not None:
        rows = rows.filter(workspace_id=workspace_id)
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    if until is not None:
        rows = rows.filter(created_at__lt=until)
    column = GROUPS[by]
    groups = rows.values(column).annotate(**SUMS).order_by("-output", column)[:200]
    return {
        "total": {"key": None, **totals(rows.aggregate(**SUMS))},
        "groups": [
            {"key": None if row[column] is None else str(row[column]), **totals(row)}
            for row in groups
        ],
    }


def totals(sums: Mapping[str, Any]) -> Record:
    """Sums of the ledger as a record; an unknown price makes the cost partial or null."""
    priced = sums["calls"] > sums["unpriced"]
    return {
        "input": sums["input"] or 0,
        "output": sums["output"] or 0,
        "cache_read": sums["cache_read"] or 0,
        "cache_write": sums["cache_write"] or 0,
        "cost_usd": money(sums["spent"] if priced else None),
        "cost_is_partial": sums["unpriced"] > 0,
        "calls": sums["calls"],
    }

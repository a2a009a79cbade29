"""What was used, summed from the ledger, and whose it is to see."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from agency.models import Membership, ModelCall, Session
from agency.queries.records import Record, money
from agency.queries.session_usage import ENDED, UNPRICED

SUMS: dict[str, Any] = {
    "input": Sum("input_tokens"),
    "output": Sum("output_tokens"),
    "cache_read": Sum("cache_read_tokens"),
    "cache_write": Sum("cache_write_tokens"),
    "spent": Sum("cost"),
    "calls": Count("id", filter=ENDED),
    "unpriced": Count("id", filter=UNPRICED),
}


def visible_calls(user_id: int) -> QuerySet[ModelCall, ModelCall]:
    """Ledger rows of sessions that the person may see, own ones of whatever became of them.

    An owner of a workspace sees those of all its members, also of sessions that are gone.
    """
    roles = dict(Membership.objects.filter(user_id=user_id).values_list("workspace_id", "role"))
    owned = [home for home, role in roles.items() if role == "owner"]
    others = [home for home, role in roles.items() if role != "owner"]
    # Each side begins with a column that has an index, so that others' history costs nothing.
    seen = Q(user_id=user_id)
    if owned:
        seen |= Q(workspace_id__in=owned)
    if others:
        shared = Session.objects.filter(visibility="workspace", workspace_id__in=others)
        seen |= Q(workspace_id__in=others, session_id__in=shared.values("id"))
    return ModelCall.objects.filter(seen)


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

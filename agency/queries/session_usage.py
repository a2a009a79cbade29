"""What a session has used, summed from the ledger."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, Sum

from agency.models import ModelCall
from agency.queries.records import Record, money


def session_usage(session_id: UUID) -> Record:
    """Totals of the session's own model calls; `cost_is_partial` when a price is unknown.

    `context_tokens` is the size of the last request, apart from the billed totals. Two queries.
    """
    calls = ModelCall.objects.filter(session_id=session_id)
    ended = Q(ended_at__isnull=False)
    total: dict[str, Any] = calls.aggregate(
        input=Sum("input_tokens"),
        output=Sum("output_tokens"),
        cache_read=Sum("cache_read_tokens"),
        cache_write=Sum("cache_write_tokens"),
        paid=Sum("cost"),
        calls=Count("id", filter=ended),
        unpriced=Count("id", filter=ended & Q(cost=None)),
    )
    last = (
        calls.filter(purpose="turn", input_tokens__isnull=False).order_by("-created_at", "-id")
    ).first()
    priced = total["calls"] > total["unpriced"]
    cost: Decimal | None = total["paid"] if priced else None
    return {
        "input": total["input"] or 0,
        "output": total["output"] or 0,
        "cache_read": total["cache_read"] or 0,
        "cache_write": total["cache_write"] or 0,
        "cost_usd": money(cost),
        "cost_is_partial": total["unpriced"] > 0,
        "calls": total["calls"],
        "context_tokens": _context(last),
    }


def _context(call: ModelCall | None) -> int:
    if call is None:
        return 0
    parts = (call.input_tokens, call.cache_read_tokens, call.cache_write_tokens)
    return sum(part or 0 for part in parts)

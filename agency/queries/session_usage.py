"""What a session has used, summed from the ledger."""

from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from agency.models import ModelCall
from agency.queries.records import Record, money
from framework.db.compiled import Compiled, Given

ENDED = Q(ended_at__isnull=False)
# A request that was refused took nothing; one that was cut before its usage was told took some.
UNPRICED = ENDED & Q(cost=None) & (Q(input_tokens__isnull=False) | Q(state="cut"))
SUMS = ("input", "output", "cache_read", "cache_write", "paid", "calls", "unpriced", "context")


def session_usage(session_id: UUID) -> Record:
    """Totals of the session's own model calls; `cost_is_partial` when a price is unknown.

    `context_tokens` is the size of the last request, apart from the billed totals. One query.
    """
    found = _TOTALS.first(session=session_id) or (None,) * len(SUMS)
    total = dict(zip(SUMS, found, strict=True))
    priced = (total["calls"] or 0) > (total["unpriced"] or 0)
    return {
        "input": total["input"] or 0,
        "output": total["output"] or 0,
        "cache_read": total["cache_read"] or 0,
        "cache_write": total["cache_write"] or 0,
        "cost_usd": money(total["paid"] if priced else None),
        "cost_is_partial": (total["unpriced"] or 0) > 0,
        "calls": total["calls"] or 0,
        "context_tokens": total["context"] or 0,
    }


def _totals() -> QuerySet[ModelCall, tuple[Any, ...]]:
    calls = ModelCall.objects.filter(session_id=Given("session"))
    rows = calls.order_by().values("session_id").annotate(
        input=Sum("input_tokens"),
        output=Sum("output_tokens"),
        cache_read=Sum("cache_read_tokens"),
        cache_write=Sum("cache_write_tokens"),
        paid=Sum("cost"),
        calls=Count("id", filter=ENDED),
        unpriced=Count("id", filter=UNPRICED),
        context=Subquery(_last_request()),
    )  # fmt: skip
    return rows.values_list(*SUMS)


_TOTALS = Compiled(_totals)


def _last_request() -> QuerySet[ModelCall, int]:
    """What the newest answered request sent, from caches and without."""
    turns = ModelCall.objects.filter(
        session_id=Given("session"), purpose="turn", input_tokens__isnull=False
    )
    newest = turns.order_by("-created_at", "-id").annotate(size=request_size())
    return newest.values_list("size", flat=True)[:1]


def request_size() -> Combinable:
    """What a request sent, from caches and without."""
    cached = Coalesce(F("cache_read_tokens"), 0) + Coalesce(F("cache_write_tokens"), 0)
    return F("input_tokens") + cached

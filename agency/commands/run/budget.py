"""Hard caps: reserved before a request under the rows' locks, settled after it.

The caps of a run are locked in id order, so any number of runs that share one never pass it
together. A settle above its reservation is recorded, not refused. Days and months begin at
midnight UTC by the database's clock; a call belongs to the window in which it was admitted.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from agency.commands.run.caps import locked_rows
from agency.models import Budget, ModelCall, Reservation
from framework.db.compiled import Compiled, Given
from framework.db.transaction import require_transaction

TOKEN_PARTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
_HELD = Compiled(lambda: Reservation.objects.filter(model_call_id=Given("call")))
COUNTED = ["spent", "reserved", "overshoot", "unpriced_calls", "window_started_at"]


def hold(caps: Sequence[Budget], call: ModelCall, amounts: Sequence[Decimal]) -> None:
    """Reserve for the call what was found to fit under each locked cap."""
    require_transaction()
    if not caps:
        return
    for cap, amount in zip(caps, amounts, strict=True):
        cap.reserved += amount
    Budget.objects.bulk_update(caps, COUNTED)
    Reservation.objects.bulk_create(
        Reservation(model_call=call, budget=cap, amount=amount)
        for cap, amount in zip(caps, amounts, strict=True)
    )


def settle(call: ModelCall) -> None:
    """Turn what was held for the request into what it took, as far as anybody knows."""
    require_transaction()
    held = {row.budget_id: row for row in _HELD.all(call=call.id)}
    if not held:
        return
    caps = locked_rows(Budget.objects.filter(id__in=held))
    for cap in caps:
        _count(cap, held[cap.id], call)
    Budget.objects.bulk_update(caps, COUNTED)
    Reservation.objects.filter(id__in=[row.id for row in held.values()]).delete()


def _count(cap: Budget, row: Reservation, call: ModelCall) -> None:
    cap.reserved -= row.amount
    if row.created_at < cap.window_started_at:
        return  # it belongs to the window before
    taken = taken_by([call])[cap.unit]
    if cap.unit == "usd" and is_unpriced(call):
        taken = row.amount  # no less than it may have cost
        cap.unpriced_calls += 1
    cap.spent += taken
    cap.overshoot += max(taken - row.amount, Decimal(0))


def is_unpriced(call: ModelCall) -> bool:
    """Whether tokens were used whose price nobody knows."""
    return call.cost is None and call.input_tokens is not None


def taken_by(calls: Iterable[ModelCall]) -> dict[str, Decimal]:
    """What ended calls took, by unit; unknown costs count as nothing."""
    total = dict.fromkeys(("calls", "tokens", "usd", "seconds"), Decimal(0))
    for call in calls:
        total["calls"] += 1
        total["tokens"] += sum(getattr(call, part) or 0 for part in TOKEN_PARTS)
        total["usd"] += call.cost or 0
        if call.ended_at is not None:
            total["seconds"] += Decimal(str((call.ended_at - call.created_at).total_seconds()))
    return total

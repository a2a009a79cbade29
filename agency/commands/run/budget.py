"""Hard caps: reserved before a request under the row's lock, settled after it.

Admission is one conditional update for each budget, in id order, so any number of runs that
share a budget never pass it together. A settle above its reservation is recorded, not refused.
"""

from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from django.db.models import F, Q

from agency.models import Budget, ModelCall, Reservation, Run, Session
from framework.db.transaction import require_transaction

Amounts = Mapping[str, Decimal]
TOKEN_PARTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


def reserve(run: Run, call: ModelCall, amounts: Amounts) -> Budget | None:
    """Hold the amounts under every budget that applies; the one that is full, or None.

    When one is full nothing is held.
    """
    return _reserve(_budgets(run.session, run.id), call, amounts)


def reserve_for(session: Session, call: ModelCall, amounts: Amounts) -> Budget | None:
    """The same for a request that belongs to no run."""
    return _reserve(_budgets(session, None), call, amounts)


def _reserve(budgets: list[Budget], call: ModelCall, amounts: Amounts) -> Budget | None:
    require_transaction()
    held: list[Reservation] = []
    for budget in budgets:
        amount = amounts.get(budget.unit, Decimal(0))
        room = Budget.objects.filter(pk=budget.pk, limit__gte=F("spent") + F("reserved") + amount)
        if not room.update(reserved=F("reserved") + amount):
            _free(held)
            return Budget.objects.get(pk=budget.pk)
        held.append(Reservation(model_call=call, budget=budget, amount=amount))
    Reservation.objects.bulk_create(held)
    return None


def settle(call: ModelCall) -> None:
    """Turn what was held for the request into what it took."""
    _close(call, _taken(call))


def release(call: ModelCall) -> None:
    """Free what was held for a request whose cost nobody knows."""
    _close(call, {"calls": Decimal(1)})


def _close(call: ModelCall, taken: Amounts) -> None:
    rows = Reservation.objects.filter(model_call=call).select_related("budget")
    for row in rows.order_by("budget_id"):
        Budget.objects.filter(pk=row.budget_id).update(
            reserved=F("reserved") - row.amount,
            spent=F("spent") + taken.get(row.budget.unit, Decimal(0)),
        )
        row.delete()


def _free(held: list[Reservation]) -> None:
    for row in held:
        Budget.objects.filter(pk=row.budget_id).update(reserved=F("reserved") - row.amount)


def _budgets(session: Session, run_id: UUID | None) -> list[Budget]:
    subjects = {
        "run": run_id,
        "session": session.id,
        "agent": session.agent_id,
        "user": session.owner_id,
        "workspace": session.workspace_id,
    }
    match = Q(pk__in=[])
    for scope, subject in subjects.items():
        match |= Q(scope=scope, subject=str(subject))
    return list(Budget.objects.filter(match).order_by("id"))


def _taken(call: ModelCall) -> Amounts:
    tokens = sum(getattr(call, part) or 0 for part in TOKEN_PARTS)
    seconds = (call.ended_at - call.created_at).total_seconds() if call.ended_at else 0
    return {
        "calls": Decimal(1),
        "tokens": Decimal(tokens),
        "usd": call.cost or Decimal(0),
        "seconds": Decimal(str(seconds)),
    }

"""T3: the last write before a model is asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.interruption.open_interruption import open_limit
from agency.commands.run.budget import reserve
from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import CallFacts, cut_calls, start_call
from agency.commands.run.suspending import suspend
from agency.models import Budget, Run
from agency.queries.records import money
from framework.db.transaction import unit_of_work


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """The request about to be sent; `amounts` are the most it may take, by a budget's unit."""

    message_id: UUID
    call: CallFacts
    amounts: Mapping[str, Decimal]


def open_turn(*, lease: Lease, facts: TurnFacts) -> UUID | None:
    """Write the ledger's row and reserve under every budget; the row's id.

    There is none when a stop was requested, which ends the run, or when a budget without room
    asks a person and suspends it. Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        if run.stop_requested_at is not None:
            end_run(run, "stopped")  # a run that sleeps could not carry the request
            return None
        cut_calls(run)
        call = start_call(run, facts.call)
        full = reserve(run, call, facts.amounts)
        if full is None:
            Monitor.step_start(run, facts.message_id)
            return call.id
        call.delete()
        _ask(run, full)
        suspend(run)
        return None


def _ask(run: Run, budget: Budget) -> None:
    open_limit(
        run,
        title=f"The {budget.scope}'s budget is used up",
        text=(
            f"The next model call could pass the cap of {money(budget.limit)} {budget.unit}. "
            "Raise the cap to go on, or stop the run."
        ),
        evidence={
            "budget_id": str(budget.id),
            "scope": budget.scope,
            "unit": budget.unit,
            "limit": money(budget.limit),
            "spent": money(budget.spent),
            "reserved": money(budget.reserved),
        },
    )

"""T3: the last write before a model is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.provider.enter import enter
from agency.commands.run.admission import CountFirst, Need, Refused, verdict_on
from agency.commands.run.budget import hold
from agency.commands.run.caps import locked_caps
from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import CallFacts, cut_calls, start_call
from agency.commands.run.limits import allowed_unpriced, yield_to
from agency.models import Budget, Run
from framework.db.transaction import unit_of_work


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """The request about to be sent; `amounts` are the most it may take, by a budget's unit.

    `counted` says that nothing better than these is to be had, `estimated` that they rest on a
    guess of the input's size. `gated` says that the provider has limits, or failed of late.
    """

    message_id: UUID
    call: CallFacts
    amounts: Mapping[str, Decimal]
    counted: bool = True
    estimated: bool = False
    gated: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A request that may be sent, or (`call_id` None) must be counted by its provider first.

    It has `seconds` when a cap of time counts it.
    """

    call_id: UUID | None
    seconds: float | None = None


def open_turn(*, lease: Lease, facts: TurnFacts) -> Opened | None:
    """Write the ledger's row and reserve under every budget.

    None when a stop was requested, which ends the run; when a budget without room asks a person
    and suspends it; or when other requests hold what is left, or the provider has no room, which
    puts it off. Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        if run.stop_requested_at is not None:
            end_run(run, "stopped")  # a run that sleeps could not carry the request
            return None
        caps = locked_caps(run.session, run.id)
        if cut_calls(run) and caps:
            caps = locked_caps(run.session, run.id)  # what it held is free again
        need = Need(facts.amounts, counted=facts.counted, estimated=facts.estimated)
        need = with_price(need, run, caps, facts.call)
        verdict = verdict_on(caps, need)
        if isinstance(verdict, CountFirst):
            return Opened(None)
        if isinstance(verdict, Refused):
            yield_to(run, verdict, need)
            return None
        if not enter(run, facts.call, gated=facts.gated):
            return None
        call = start_call(run, facts.call)
        hold(caps, call, verdict.amounts)
        asked = {"model": call.model, "fallback_of": call.fallback_of or None}
        Monitor.step_start(run, facts.message_id, asked)
        return Opened(call.id, verdict.seconds)


def with_price(need: Need, run: Run, caps: list[Budget], call: CallFacts) -> Need:
    """The same need, with the model named if a cap of money cannot count it."""
    if call.is_priced or not any(cap.unit == "usd" for cap in caps):
        return need
    return replace(need, unpriced=call.model, allowed=allowed_unpriced(run, call.model))

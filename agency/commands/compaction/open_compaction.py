"""The last write before a model is asked for a summary."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.provider.enter import enter
from agency.commands.run.admission import Fits, Need, Refused, verdict_on
from agency.commands.run.budget import hold
from agency.commands.run.caps import locked_caps
from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import CallFacts, Spent, cut_calls, settle_calls, start_call
from agency.commands.run.limits import yield_to
from agency.commands.run.open_turn import with_price
from agency.models import Compaction
from framework.db.transaction import unit_of_work


@dataclass(frozen=True, slots=True)
class CompactionFacts:
    """What is to be summarised, why, and the request for it with the most it may take."""

    depth: int
    reason: str
    tokens_before: int
    call: CallFacts
    amounts: Mapping[str, Decimal]
    gated: bool = False


@dataclass(frozen=True, slots=True)
class Overflow:
    """The turn that did not fit."""

    error: Mapping[str, Any]
    spent: Spent | None


@dataclass(frozen=True, slots=True)
class Begun:
    """A summary that may be asked for; it has `seconds` when a cap of time counts it."""

    id: UUID
    seconds: float | None = None


def open_compaction(
    *, lease: Lease, facts: CompactionFacts, overflow: Overflow | None = None
) -> Begun | None:
    """Write the ledger's row, reserve under every budget, and write the running summary.

    None when a stop was requested, which ends the run; when a budget without room asks a person
    and suspends it; or when other requests hold what is left, or the provider has no room, which
    puts it off. Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        if overflow is not None:
            settle_calls(run, "failed", overflow.spent, overflow.error)
        if run.stop_requested_at is not None:
            end_run(run, "stopped")
            return None
        cut_calls(run)
        caps = locked_caps(run.session, run.id)
        need = with_price(Need(facts.amounts, estimated=True), run, caps, facts.call)
        verdict = verdict_on(caps, need)
        if isinstance(verdict, Refused):
            yield_to(run, verdict, need)
            return None
        assert isinstance(verdict, Fits)
        if not enter(run, facts.call, gated=facts.gated):
            return None
        call = start_call(run, facts.call, purpose="compaction")
        hold(caps, call, verdict.amounts)
        row = Compaction.objects.create(
            session=run.session,
            branch=run.branch,
            run=run,
            step=run.step,
            depth=facts.depth,
            reason=facts.reason,
            tokens_before=facts.tokens_before,
            model_call=call.id,
        )
        Monitor.context_compacted(row)
        return Begun(row.id, verdict.seconds)

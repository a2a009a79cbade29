"""T5: written ahead: the call is running before it does anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.interruption.open_interruption import open_approval
from agency.commands.run.commit_turn import decided, decision_record
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.results import end_call
from agency.loop.decide import at_dispatch
from agency.loop.results import denied
from agency.loop.state import CallStatus
from agency.models import Run, ToolCall
from agency.policy import ToolFacts
from agency.queries.policy_rules import policy_rules
from framework.core.crash import crash_at
from framework.db.touch import save_stamped
from framework.db.transaction import unit_of_work


@dataclass(frozen=True, slots=True)
class Begun:
    """A call to execute now, with the arguments to use."""

    call_id: UUID
    args: Mapping[str, Any]
    attempt: int


def begin_call(
    *, lease: Lease, call_id: UUID, facts: ToolFacts, schema: Mapping[str, Any]
) -> Begun | None:
    """Mark an approved call as running; None when it must not run (any more, or yet).

    Policy is asked again: what was forbidden since is denied, what now needs a person asks one,
    unless a person has already approved these arguments. Raises FenceLost.
    """
    crash_at("before_begin_call")
    with unit_of_work():
        run = run_under(lease)
        call = ToolCall.objects.get(pk=call_id, run=run)
        begun = _begin(run, call, facts, schema) if run.stop_requested_at is None else None
    crash_at("after_begin_call")
    return begun


def _begin(run: Run, call: ToolCall, facts: ToolFacts, schema: Mapping[str, Any]) -> Begun | None:
    args = call.args if call.args_approved is None else call.args_approved
    if call.state == "running" and call.fence == run.fence:
        return Begun(call.id, args, call.attempt)  # this very begin, its commit was ambiguous
    if call.state == "approved" and cleared(run, call, facts, schema) == CallStatus.RUNNING:
        return _write_ahead(run, call, args)
    return None


def cleared(run: Run, call: ToolCall, facts: ToolFacts, schema: Mapping[str, Any]) -> CallStatus:
    """Where policy lets an approved call go now; what it holds up is denied or asked at once."""
    args = call.args if call.args_approved is None else call.args_approved
    decision = decided(run, facts, args, policy_rules(run.session))
    approved = call.args_approved is not None
    child = facts.kind == "child"
    state = at_dispatch(decision.outcome, person_approved=approved, child=child)
    if state in (CallStatus.RUNNING, CallStatus.WAITING):
        return state
    call.decision = decision_record(decision, facts)
    call.save(update_fields=["decision"])
    if state == CallStatus.DENIED:
        end_call(run, call, "denied", denied(decision.reason, by_policy=True), is_error=True)
    else:
        open_approval(run, call, decision.reason, dict(schema))
    return state


def _write_ahead(run: Run, call: ToolCall, args: Mapping[str, Any]) -> Begun:
    call.state = "running"
    call.attempt += 1
    call.fence = run.fence
    call.progress = ""
    save_stamped(call, "state", "attempt", "fence", "progress", stamp="started_at")
    call.session = run.session
    Monitor.tool_call(call)
    return Begun(call.id, args, call.attempt)

"""T4: the model's answer becomes a message, and each of its calls gets its decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands._rows import append_message
from agency.commands.interruption.open_interruption import open_approval, open_question
from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import Spent, settle_calls
from agency.commands.run.results import end_call
from agency.commands.run.state import is_steered, state_of
from agency.loop.decide import at_proposal
from agency.loop.results import denied
from agency.loop.state import CallStatus, RunState
from agency.models import Message, Run, ToolCall
from agency.policy import Decision, Rule, ToolFacts, decide
from agency.queries.policy_rules import policy_rules
from agency.workfolder import folder_path
from framework.core.crash import crash_at
from framework.core.ids import uuid7
from framework.core.text import visible_json
from framework.db.compiled import Compiled, Given
from framework.db.touch import save_columns
from framework.db.transaction import unit_of_work

Json = Mapping[str, Any]

_MESSAGE = Compiled(
    lambda: Message.objects.filter(pk=Given("message")).values_list("run_id", "step")
)


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call of the turn; with `refusal` it cannot be run at all and the model is told why."""

    provider_call_id: str
    args: Json
    facts: ToolFacts
    effect: str = "once"
    parallel: bool = False
    schema: Json = field(default_factory=dict)
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole answer: LangChain's dump of it, and how full the model's window is with it."""

    message_id: UUID
    content: Json
    spent: Spent
    calls: Sequence[ProposedCall] = ()
    context: Json | None = None


def commit_turn(*, lease: Lease, turn: Turn) -> RunState | None:
    """Keep the turn; where the run stands then, or None when the turn ended it.

    Raises FenceLost, also when an earlier try of this commit ended the run.
    """
    with unit_of_work():
        run = run_under(lease)
        standing = _MESSAGE.first(message=turn.message_id)
        if standing != (run.id, run.step):
            _write(run, turn, turn.message_id if standing is None else uuid7())
        state: RunState | None = None
        if turn.calls or is_steered(run):
            state = state_of(run)
        else:
            end_run(run, "done" if run.stop_requested_at is None else "stopped", at_rest=True)
    crash_at("after_commit_turn")
    return state


def _write(run: Run, turn: Turn, message_id: UUID) -> None:
    """Keep the turn; under an id of its own when somebody has spoken under the announced one."""
    message = append_message(
        run.branch,
        role="ai",
        content=visible_json(dict(turn.content)),
        settled=not turn.calls,
        message_id=message_id,
        context=turn.context,
        run=run,
        step=run.step,
    )
    settle_calls(run, "done", turn.spent)
    if run.attempt:
        run.attempt = 0
        save_columns(run, "attempt")
        Monitor.run_start(run)
    if turn.calls:
        rules = policy_rules(run.session)
        for idx, proposed in enumerate(turn.calls):
            _propose(run, message, idx, proposed, rules)


def _propose(
    run: Run, message: Message, idx: int, proposed: ProposedCall, rules: Sequence[Rule]
) -> None:
    decision = decided(run, proposed.facts, proposed.args, rules)
    call = ToolCall.objects.create(
        session=run.session,
        run=run,
        message=message,
        idx=idx,
        provider_call_id=proposed.provider_call_id,
        name=proposed.facts.name,
        args=visible_json(dict(proposed.args)),
        effect=proposed.effect,
        parallel=proposed.parallel,
        decision=decision_record(decision, proposed.facts),
    )
    if proposed.refusal:
        end_call(run, call, "failed", proposed.refusal, is_error=True)
        return
    question = proposed.facts.kind == "question"
    state = at_proposal(decision.outcome, is_question=question)
    if state == CallStatus.DENIED:
        text = denied(decision.reason, by_policy=True)
        end_call(run, call, "denied", text, is_error=True)
    elif state == CallStatus.APPROVED:
        call.state = "approved"
        call.save(update_fields=["state"])
        Monitor.tool_call(call)
    elif question:
        open_question(run, call)
    else:
        open_approval(run, call, decision.reason, dict(proposed.schema))


def decided(run: Run, facts: ToolFacts, args: Json, rules: Sequence[Rule]) -> Decision:
    """What policy says of this call in this session's folder."""
    session = run.session
    folder = str(folder_path(session.workspace_id, session.folder))
    return decide(rules, facts, args, folder)


def decision_record(decision: Decision, facts: ToolFacts) -> dict[str, Any]:
    """The decision as the call keeps it, with what a later rule for this call needs to know."""
    return {
        "outcome": decision.outcome,
        "origin": str(decision.origin),
        "reason": decision.reason,
        "sensitive": dict(facts.sensitive),
        "default_policy": facts.default_policy,
    }

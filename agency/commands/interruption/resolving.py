"""T8: the one place where a question ends: answered, expired or withdrawn, once."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from agency.channel.protocol import Monitor
from agency.commands._analytics import count_resolution
from agency.commands.budget._raise import raise_cap
from agency.commands.interruption.answer import Decision
from agency.commands.run.ending import end_run
from agency.commands.run.results import end_call
from agency.commands.run.waking import wake
from agency.loop import results
from agency.loop.decide import ON_EXPIRY, after_answer, ends_run
from agency.loop.state import CallStatus, InterruptionKind
from agency.models import Interruption, Run, ToolCall
from agency.tool.question import answer_text
from framework.db.touch import save_stamped
from framework.db.transaction import require_transaction

NOT_RAISED = {"code": "budget_exceeded", "title": "A budget was used up and was not raised."}


def resolve_answered(run: Run, row: Interruption, decision: Decision, *, user_id: int) -> None:
    """Record a person's decision under the run's lock and wake the run if that frees it."""
    row.answer = decision.record
    row.answered_by_id = user_id
    _resolve(run, row, "answered")
    if row.tool_call is not None:
        _decide_call(run, row, row.tool_call, decision)
    if decision.word == "raise" and "limit" in decision.record and row.budget_id is not None:
        raise_cap(row.budget_id, Decimal(decision.record["limit"]))
    _wake(run, row, decision.word)


def resolve_expired(run: Run, row: Interruption) -> None:
    """Let silence decide, under the run's lock."""
    kind = InterruptionKind(row.kind)
    word = ON_EXPIRY[kind]
    _resolve(run, row, "expired")
    if row.tool_call is not None:
        state = after_answer(kind, word)
        assert state is not None
        end_call(run, row.tool_call, state.value, results.timed_out(kind), is_error=True)
    _wake(run, row, word)


def resolve_moot(run: Run, row: Interruption, reason: str) -> None:
    """The cap was raised, began anew or went away, under the run's lock: nobody need answer."""
    row.prompt = {**row.prompt, "resolution": reason}
    row.save(update_fields=["prompt"])
    _resolve(run, row, "expired")
    _wake(run, row, "raise")


def _resolve(run: Run, row: Interruption, status: str) -> None:
    require_transaction()
    row.status = status
    save_stamped(row, "status", "answer", "answered_by", stamp="resolved_at")
    row.session = run.session
    Monitor.interruption_resolved(row)
    count_resolution(run, row)


def _decide_call(run: Run, row: Interruption, call: ToolCall, decision: Decision) -> None:
    state = after_answer(InterruptionKind(row.kind), decision.word)
    if state == CallStatus.APPROVED:
        _approve(run, call, decision.record)
        return
    text, is_error = _result(row, decision)
    assert state is not None
    end_call(run, call, state.value, text, is_error=is_error)


def _approve(run: Run, call: ToolCall, record: Mapping[str, Any]) -> None:
    call.state = "approved"
    call.args_approved = record.get("input", call.args_approved or call.args)
    call.save(update_fields=["state", "args_approved"])
    call.session = run.session
    Monitor.tool_call(call)


def _result(row: Interruption, decision: Decision) -> tuple[str, bool]:
    """What the model is told, and whether it counts as an error."""
    reason = decision.record.get("reason", "")
    match decision.word:
        case "answer":
            return answer_text(row.prompt, decision.record), False
        case "decline":
            return results.declined(reason), True
        case "deny":
            return results.denied(reason), True
        case "happened":
            return decision.record.get("result") or results.HAPPENED, False
        case _:
            return results.UNKNOWN, True


def _wake(run: Run, row: Interruption, word: str) -> None:
    if ends_run(InterruptionKind(row.kind), word):
        end_run(run, "stopped", error=NOT_RAISED)
    else:
        wake(run)

"""Finalise: the one way in which a run reaches a terminal status."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from langchain_core.messages import AIMessage, message_to_dict

from agency.channel.protocol import Monitor
from agency.commands._analytics import count_end, count_resolution
from agency.commands._queue import hold_queue, take_next_queued
from agency.commands._rows import append_message, set_session_status
from agency.commands.job.wanting import want_refined
from agency.commands.run.deliver_child import deliver_child
from agency.commands.run.lease import lock_session
from agency.commands.run.ledger import cut_calls
from agency.commands.run.results import end_call, write_tool_messages
from agency.commands.run.state import call_state, pending_of, step_calls
from agency.loop.decide import stop_outcome
from agency.loop.results import ended_with_run
from agency.loop.state import CALL_TERMINAL
from agency.models import Message, Run, ToolCall
from agency.queries.run_duties import runs_of_children
from framework.core.text import visible_json
from framework.db.touch import save_stamped
from framework.db.transaction import after_commit, require_transaction

Blocks = Sequence[Mapping[str, Any]]
SESSION_STATUS = {"done": "completed", "failed": "failed", "stopped": "stopped"}


def end_run(
    run: Run,
    status: str,
    *,
    error: Mapping[str, Any] | None = None,
    draft: Mapping[str, Any] | None = None,
    at_rest: bool = False,
) -> None:
    """End the locked run: questions withdrawn, open calls ended, partial text kept.

    `draft` is the turn under way as far as it came (`message_id`, `step`, `blocks`); it is kept
    only if the step has no message yet. `at_rest` says that this very transaction has seen to
    all that already: the turn stands and nothing is open. The next queued message starts its
    run in the same transaction; after a stop or a failure only one that interrupts does.
    """
    require_transaction()
    lock_session(run)
    if not at_rest:
        if ToolCall.objects.filter(run=run, state="waiting").exists():
            stop_children_later(run)
        _withdraw_questions(run)
        _close_step(run, draft, failed=status == "failed")
        cut_calls(run)
    run.status = status
    run.owner = None
    run.fence += 1
    run.not_before = None
    run.error = None if error is None else dict(error)
    save_stamped(run, "status", "owner", "fence", "not_before", "error", stamp="ended_at")
    Monitor.run_end(run)
    count_end(run)
    want_refined(run)
    _tell_parent(run, next_run=_go_on(run))


def stop_children_later(run: Run) -> None:
    """Stop what the run's calls began, once this is committed; the sweep does it otherwise."""
    run_id = run.id
    after_commit(lambda: _stop_children(run_id))


def _stop_children(run_id: UUID) -> None:
    # Here, not above: to stop a child is to end a run, so the two know each other.
    from agency.commands.run.stop_orphan import stop_orphan

    for child_run_id in runs_of_children(run_id):
        stop_orphan(run_id=child_run_id)


def _tell_parent(run: Run, next_run: Run | None) -> None:
    """Deliver soon; the sweep does it otherwise. The parent is locked in its own transaction."""
    session = run.session
    if session.parent_id is not None and next_run is None:
        Monitor.child_ended(session)
    call_id = session.parent_call_id
    if call_id is not None:
        after_commit(lambda: deliver_child(call_id=call_id))


def _withdraw_questions(run: Run) -> None:
    for row in pending_of(run).select_related("tool_call"):
        row.status = "cancelled"
        save_stamped(row, "status", stamp="resolved_at")
        row.session = run.session
        Monitor.interruption_resolved(row)
        count_resolution(run, row)


def _close_step(run: Run, draft: Mapping[str, Any] | None, *, failed: bool) -> None:
    turn = Message.objects.filter(run=run, step=run.step, role="ai").first()
    if turn is None:
        _keep_partial(run, draft)
        return
    calls = step_calls(turn.id)
    for call in calls:
        if call.state not in CALL_TERMINAL:
            outcome = stop_outcome(call_state(call))
            text = ended_with_run(outcome, failed=failed)
            end_call(run, call, outcome.value, text, is_error=True)
    written = Message.objects.filter(run=run, step=run.step, role="tool").exists()
    if calls and not written:
        write_tool_messages(run, turn)


def _keep_partial(run: Run, draft: Mapping[str, Any] | None) -> None:
    if draft is None or draft.get("step") != run.step:
        return
    blocks = partial_blocks(draft.get("blocks", ()))
    if not blocks:
        return
    message = AIMessage(content=blocks)
    append_message(
        run.branch,
        role="ai",
        content=visible_json(message_to_dict(message)["data"]),
        settled=True,
        message_id=UUID(str(draft["message_id"])),
        run=run,
        step=run.step,
        partial=True,
    )


def partial_blocks(blocks: Blocks) -> list[str | dict[str, Any]]:
    """What of a broken turn a provider takes back: text, no half calls, no unsigned thought."""
    texts = [str(block["text"]) for block in blocks if block["kind"] == "text"]
    return [{"type": "text", "text": text} for text in texts if text.strip()]


def _go_on(run: Run) -> Run | None:
    session = run.session
    status = SESSION_STATUS[run.status]
    if run.status != "done":
        hold_queue(session)
    set_session_status(session, status)
    return take_next_queued(session)

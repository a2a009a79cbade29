"""T7: look at the step under the lock, and decide once: end, go on, sleep or close."""

from django.db.models import F

from agency.channel.protocol import Monitor
from agency.commands._queue import hand_over
from agency.commands.job.wanting import want_once
from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, lock_session, run_under
from agency.commands.run.results import write_tool_messages
from agency.commands.run.state import state_of, steering
from agency.commands.run.suspending import suspend
from agency.loop.decide import Closing, close_decision
from agency.loop.state import RunState
from agency.models import Message, Run
from framework.core.crash import crash_at
from framework.db.transaction import unit_of_work


def close_step(*, lease: Lease, step: int) -> RunState | None:
    """Where the run stands afterwards; None when it sleeps or has ended.

    `step` is the step that the caller believes is under way: closing it again changes nothing.
    Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        state: RunState | None = state_of(run)
        if run.step == step and state is not None:
            state = _close(run, state)
    crash_at("after_close_step")
    return state


def _close(run: Run, state: RunState) -> RunState | None:
    match close_decision(state):
        case Closing.FINALISE:
            end_run(run, "stopped")
            return None
        case Closing.SUSPEND:
            suspend(run)
            return None
        case Closing.GO_ON:
            return state
        case Closing.CLOSE:
            return _next_step(run, state)


def _next_step(run: Run, state: RunState) -> RunState:
    turns = Message.objects.filter(run=run, step=run.step, role="ai")
    turn = turns.annotate(after=F("parent__role")).first()
    if turn is None and not state.steer_waiting:
        return state  # a limit was raised: the step has not begun, so there is none to close
    lock_session(run)
    if turn is not None:
        write_tool_messages(run, turn)
        if turn.after == "human":
            want_once(run.session, "group_meta", turn.id)
    if state.may_steer:
        _take_steering(run)
    if turn is None:
        return state_of(run)
    run.step += 1
    run.save(update_fields=["step"])
    Monitor.step_end(run, run.step - 1)
    Monitor.run_start(run)
    return state_of(run)


def _take_steering(run: Run) -> None:
    rows = list(steering(run))
    for row in rows:
        hand_over(row, run.branch, run=run)
    if rows:
        Monitor.queue_changed(run.session)

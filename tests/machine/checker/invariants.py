"""What must hold in every state, and what no move may do.

Each rule is a sentence, by which a breach is reported. The product's own move
tables are among the rules: no model of them is kept here.
"""

from collections.abc import Callable

from agency.loop.state import (
    CALL_MOVES,
    CALL_TERMINAL,
    INTERRUPTION_MOVES,
    RUN_MOVES,
    RUN_TERMINAL,
    CallStatus,
    InterruptionStatus,
    RunStatus,
    may_move,
)
from tests.machine.checker.rows import JOINED, NOBODY, WAITS, Ask, Call, Label, State

Rule = Callable[..., bool]


def effects_are_not_repeated(state: State) -> bool:
    """A once call acts at most once, unless a person orders a repeat."""
    return all(call.effects <= 1 + call.reruns for call in state.calls)


def results_tell_the_truth(state: State) -> bool:
    """A once call that is done acted; one denied or cancelled did not, by nobody's order."""
    return all(
        call.effects + call.begun > 0
        if call.state == CallStatus.DONE
        else not call.effects or call.reruns > 0
        for call in state.calls
        if call.once and call.state in (CallStatus.DONE, CallStatus.DENIED, CallStatus.CANCELLED)
    )


def one_lease_is_current(state: State) -> bool:
    """At most one worker's lease has the fence of a running run."""
    if state.run.status != RunStatus.RUNNING:
        return True
    return sum(worker.lease == state.run.fence for worker in state.workers) <= 1


def running_means_owned(state: State) -> bool:
    """A run has an owner exactly while it is running."""
    return (state.run.status == RunStatus.RUNNING) == (state.run.owner != NOBODY)


def no_wake_up_is_lost(state: State) -> bool:
    """A suspended run waits for something, and has nothing to do."""
    if state.run.status != RunStatus.SUSPENDED:
        return True
    states = {call.state for call in state.calls}
    limited = state.run.limit is not None and state.run.limit.is_pending
    waits = limited or states & {CallStatus.AWAITING, CallStatus.WAITING}
    return bool(waits) and not states & {CallStatus.APPROVED, CallStatus.RUNNING}


def questions_and_calls_agree(state: State) -> bool:
    """An interruption is pending exactly while its call is awaiting."""
    return all(call.asks == (call.state == CallStatus.AWAITING) for call in state.calls)


def questions_end_once(state: State) -> bool:
    """An interruption has at most one outcome, and no answer after its deadline."""
    asks = (state.run.limit, *(call.ask for call in state.calls))
    return all(
        ask.outcomes <= 1 and not (ask.late and ask.status == InterruptionStatus.ANSWERED)
        for ask in asks
        if ask is not None
    )


def a_call_has_one_child(state: State) -> bool:
    """A call has one child at most, and one that waits has it."""
    return all(
        call.begun == 1 if call.state == CallStatus.WAITING else call.begun <= 1
        for call in state.calls
    )


def an_ended_run_has_no_open_call(state: State) -> bool:
    """When the run is over, so are all its calls and its questions."""
    if state.run.status not in RUN_TERMINAL:
        return True
    limited = state.run.limit is not None and state.run.limit.is_pending
    return not limited and all(call.state in CALL_TERMINAL for call in state.calls)


def no_stop_is_forgotten(state: State) -> bool:
    """A stop is never carried by a run that is queued or suspended."""
    return not (state.run.stop and state.run.status in (RunStatus.QUEUED, RunStatus.SUSPENDED))


def the_path_is_valid(state: State) -> bool:
    """Where a run rests or calls the model, each tool call of the path has one result."""
    run = state.run
    if run.written > 1 or (run.partial and run.has_ai):
        return False
    resting = run.status in RUN_TERMINAL or run.step > 0
    owed = 1 if state.calls else 0
    return not resting or run.written == owed


def no_steering_waits_for_an_ended_run(state: State) -> bool:
    """What meant to steer a run does not wait for it once it has ended."""
    return state.run.status not in RUN_TERMINAL or state.run.steer != WAITS


def what_steered_was_heard(state: State) -> bool:
    """A run is done only when the model has answered the message that joined it."""
    run = state.run
    return run.status != RunStatus.DONE or run.steer != JOINED or run.rests


def steering_parts_no_pair(before: State, label: Label, after: State) -> bool:
    """A steering message joins where each call of the path has its result."""
    if before.run.steer == after.run.steer or after.run.steer != JOINED:
        return True
    return after.run.written == (1 if after.calls else 0)


def moves_are_legal(before: State, label: Label, after: State) -> bool:
    """Runs, calls and interruptions change only as their tables allow."""
    a, b = before.run.status, after.run.status
    if a != b and not may_move(RUN_MOVES, a, b):
        return False
    if not ask_is_legal(before.run.limit, after.run.limit):
        return False
    pairs = zip(before.calls, after.calls, strict=False)
    return all(old is new or call_is_legal(old, new) for old, new in pairs)


def call_is_legal(old: Call, new: Call) -> bool:
    if old.state != new.state and not may_move(CALL_MOVES, old.state, new.state):
        return False
    return ask_is_legal(old.ask, new.ask)


def ask_is_legal(old: Ask | None, new: Ask | None) -> bool:
    if old is None or new is None or old.status == new.status:
        return True
    if new.is_pending:  # another one, for the same call
        return not old.is_pending
    return may_move(INTERRUPTION_MOVES, old.status, new.status)


def stale_leases_change_nothing(before: State, label: Label, after: State) -> bool:
    """A worker whose fence is not the run's writes no row."""
    if label.worker is None:
        return True
    lease = before.workers[label.worker].lease
    if lease is None or lease == before.run.fence:
        return True
    if label.name == "acts":  # the outside world has no fence
        return True
    return before.run == after.run and before.calls == after.calls


def an_ended_run_stays(before: State, label: Label, after: State) -> bool:
    """No row of a run changes once it is over."""
    if before.run.status not in RUN_TERMINAL or label.name == "acts":
        return True
    return before.run == after.run and own(before) == own(after)


def own(state: State) -> tuple[Call, ...]:
    """The calls without their children, which go on for a moment."""
    return tuple(call._replace(child="") for call in state.calls)


def sentence(rule: Rule) -> str:
    """The rule in words."""
    return (rule.__doc__ or rule.__name__).strip()


STATE_RULES: tuple[Rule, ...] = (
    effects_are_not_repeated,
    results_tell_the_truth,
    one_lease_is_current,
    running_means_owned,
    no_wake_up_is_lost,
    questions_and_calls_agree,
    questions_end_once,
    an_ended_run_has_no_open_call,
    no_stop_is_forgotten,
    the_path_is_valid,
    a_call_has_one_child,
    no_steering_waits_for_an_ended_run,
    what_steered_was_heard,
)
MOVE_RULES: tuple[Rule, ...] = (
    moves_are_legal,
    stale_leases_change_nothing,
    an_ended_run_stays,
    steering_parts_no_pair,
)

"""What a run does next, decision by decision."""

from dataclasses import replace
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agency.loop.decide import (
    POISON_LOSSES,
    STEP_LIMIT,
    CallModel,
    CloseStep,
    Closing,
    Compact,
    Finish,
    FinishStopped,
    Release,
    RunTools,
    Suspend,
    after_reclaim,
    close_decision,
    decide,
    release_decision,
    should_wake,
    startable,
    stop_outcome,
)
from agency.loop.state import (
    CALL_MOVES,
    CALL_OPEN,
    CallState,
    CallStatus,
    Effect,
    RunError,
    RunState,
    RunStatus,
    may_move,
)

RUNNING = RunState(RunStatus.RUNNING, fence=3)
QUESTION = UUID(int=77)


def call(idx: int, state: str, *, parallel: bool = False, **more) -> CallState:
    return CallState(UUID(int=idx), idx, CallStatus(state), parallel=parallel, **more)


def with_calls(*calls: CallState, **more) -> RunState:
    return replace(RUNNING, calls=calls, has_ai_message_of_step=True, **more)


calls_at_rest = st.lists(
    st.builds(
        CallState,
        id=st.uuids(),
        idx=st.integers(0, 5),
        state=st.sampled_from([s for s in CallStatus if s not in ("proposed", "running")]),
        effect=st.sampled_from(Effect),
        parallel=st.booleans(),
        attempt=st.integers(0, 2),
    ),
    max_size=4,
    unique_by=lambda c: c.idx,
).map(tuple)
states = st.builds(
    RunState,
    status=st.just(RunStatus.RUNNING),
    stop_requested=st.booleans(),
    calls=calls_at_rest,
    open_interruptions=st.sampled_from([(), (QUESTION,)]),
    has_ai_message_of_step=st.booleans(),
    awaits_reply=st.booleans(),
    steer_waiting=st.booleans(),
    step=st.integers(0, 3),
    step_limit=st.sampled_from([None, 2]),
)


# ---- the runner's question ----


def test_a_run_that_summarises_calls_no_model_for_an_answer() -> None:
    compacts = replace(RUNNING, compacts=True, awaits_reply=False)
    assert decide(compacts) == Compact()
    assert decide(replace(compacts, awaits_reply=True, step_limit=0)) == Compact()
    assert decide(replace(compacts, open_interruptions=(QUESTION,))) == Suspend((QUESTION,))
    assert decide(replace(compacts, stop_requested=True)) == FinishStopped()
    assert should_wake(replace(compacts, status=RunStatus.SUSPENDED))


def test_a_fresh_run_calls_the_model() -> None:
    assert decide(RUNNING) == CallModel()


def test_a_turn_without_calls_ends_the_run() -> None:
    assert decide(replace(RUNNING, has_ai_message_of_step=True)) == Finish(RunStatus.DONE)


def test_a_path_that_awaits_nothing_ends_the_run() -> None:
    assert decide(replace(RUNNING, awaits_reply=False)) == Finish(RunStatus.DONE)


def test_a_steering_message_gives_a_finished_turn_one_more_step() -> None:
    state = replace(RUNNING, has_ai_message_of_step=True, steer_waiting=True)
    assert decide(state) == CloseStep()


def test_a_steering_message_waits_for_the_open_calls() -> None:
    state = with_calls(call(0, "awaiting"), steer_waiting=True)
    assert isinstance(decide(state), Suspend)


def test_all_calls_over_closes_the_step() -> None:
    assert decide(with_calls(call(0, "done"), call(1, "denied"))) == CloseStep()


def test_a_call_that_awaits_a_person_does_not_hold_up_an_approved_one() -> None:
    approved = call(1, "approved")
    assert decide(with_calls(call(0, "awaiting"), approved)) == RunTools((approved,))


@pytest.mark.parametrize("state", ["awaiting", "waiting"])
def test_what_others_owe_suspends_the_run(state: str) -> None:
    run = with_calls(call(0, state), call(1, "done"), open_interruptions=(QUESTION,))
    assert decide(run) == Suspend((QUESTION,))


def test_a_limit_without_a_call_suspends_the_run() -> None:
    assert decide(replace(RUNNING, open_interruptions=(QUESTION,))) == Suspend((QUESTION,))


def test_a_stop_comes_before_everything() -> None:
    run = with_calls(call(0, "running"), stop_requested=True, error=RunError("x", "X"))
    assert decide(run) == FinishStopped()


def test_an_error_ends_the_run_with_its_calls_open() -> None:
    error = RunError("fatal", "The provider refused.")
    run = with_calls(call(0, "approved"), error=error)
    assert decide(run) == Finish(RunStatus.FAILED, error)


def test_the_step_limit_is_met_before_a_model_call_and_not_before_tools() -> None:
    at_limit = replace(RUNNING, step=4, step_limit=4)
    assert decide(at_limit) == Finish(RunStatus.FAILED, STEP_LIMIT)
    assert isinstance(decide(replace(at_limit, calls=(call(0, "approved"),))), RunTools)
    assert decide(replace(at_limit, step=3)) == CallModel()


@pytest.mark.parametrize("state", ["running", "proposed"])
def test_a_call_nobody_works_on_is_refused_loudly(state: str) -> None:
    with pytest.raises(ValueError, match="nobody works on it"):
        decide(with_calls(call(0, state)))


@pytest.mark.parametrize("status", [s for s in RunStatus if s != RunStatus.RUNNING])
def test_only_a_running_run_has_a_next_move(status: RunStatus) -> None:
    with pytest.raises(ValueError, match="only a running run"):
        decide(RunState(status))


@given(states)
def test_the_look_and_the_close_agree(state: RunState) -> None:
    """What the runner plans is what the close finds, when nothing happens between."""
    expected = {
        FinishStopped: Closing.FINALISE,
        RunTools: Closing.GO_ON,
        Suspend: Closing.SUSPEND,
    }
    assert close_decision(state) == expected.get(type(decide(state)), Closing.CLOSE)


# ---- batches ----


def test_parallel_calls_start_side_by_side() -> None:
    calls = [call(i, "approved", parallel=True) for i in range(3)]
    assert startable(calls) == tuple(calls)


def test_a_call_that_is_not_parallel_runs_alone_and_in_call_order() -> None:
    read, write, again = (call(i, "approved", parallel=i != 1) for i in range(3))
    assert startable([again, write, read]) == (read,)
    assert startable([again, write, replace(read, state=CallStatus.DONE)]) == (write,)
    done = replace(write, state=CallStatus.DONE)
    assert startable([again, done]) == (again,)


@given(calls_at_rest)
def test_a_batch_is_one_call_or_all_parallel(calls: tuple[CallState, ...]) -> None:
    batch = startable(calls)
    assert len(batch) <= 1 or all(c.parallel for c in batch)
    assert bool(batch) == any(c.state == CallStatus.APPROVED for c in calls)
    assert [c.idx for c in batch] == sorted(c.idx for c in batch)


# ---- transactions ----


@pytest.mark.parametrize("state", ["approved", "running", "proposed"])
def test_a_close_with_work_left_goes_on(state: str) -> None:
    assert close_decision(with_calls(call(0, state), call(1, "awaiting"))) == Closing.GO_ON


@pytest.mark.parametrize(
    ("calls", "wakes"),
    [
        ((call(0, "approved"), call(1, "awaiting")), True),
        ((call(0, "done"), call(1, "denied")), True),
        ((call(0, "done"), call(1, "waiting")), False),
        ((call(0, "awaiting"),), False),
        ((), True),
    ],
)
def test_a_suspended_run_wakes_for_work_or_when_nothing_is_open(calls, wakes: bool) -> None:
    assert should_wake(RunState(RunStatus.SUSPENDED, calls=calls)) == wakes
    assert not should_wake(with_calls(*calls))


def test_a_released_run_is_queued_stopped_or_given_up() -> None:
    assert release_decision(stop_requested=False) == Release.QUEUE
    assert release_decision(stop_requested=False, lost_count=POISON_LOSSES - 1) == Release.QUEUE
    assert release_decision(stop_requested=False, lost_count=POISON_LOSSES) == Release.FAIL
    assert release_decision(stop_requested=True, lost_count=POISON_LOSSES) == Release.FINALISE


def test_lost_calls_are_repeated_only_where_that_is_safe() -> None:
    pure, same, once = (
        call(i, "running", effect=effect, fence=3, attempt=1) for i, effect in enumerate(Effect)
    )
    untouched = call(3, "approved", effect=Effect.ONCE)
    later = call(4, "running", effect=Effect.PURE, fence=4)
    found = after_reclaim([pure, same, once, untouched, later], dead_fence=3)
    assert found.approved == (pure, same)
    assert found.reconcile == (once,)


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        (call(0, "running", effect=Effect.ONCE, attempt=1), "unknown"),
        (call(0, "running", effect=Effect.PURE, attempt=1), "cancelled"),
        (call(0, "awaiting", effect=Effect.ONCE, attempt=1), "unknown"),
        (call(0, "awaiting", effect=Effect.ONCE), "cancelled"),
        (call(0, "approved", effect=Effect.ONCE), "cancelled"),
        (call(0, "waiting", effect=Effect.ONCE), "cancelled"),
    ],
)
def test_a_stop_says_what_is_known_of_each_call(ended: CallState, outcome: str) -> None:
    assert stop_outcome(ended) == outcome


@given(calls_at_rest)
def test_every_open_call_can_be_ended_by_a_legal_move(calls: tuple[CallState, ...]) -> None:
    for one in calls:
        if one.state in CALL_OPEN:
            assert may_move(CALL_MOVES, one.state, stop_outcome(one))
        else:
            with pytest.raises(ValueError, match="nothing to end"):
                stop_outcome(one)

"""Slots of a provider, and the queue of those who wait for one."""

from datetime import timedelta

from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.run.stop_run import stop_run
from agency.models import ModelCall, Run
from agency.queries.run_duties import duties
from framework.db.clock import ClockNow, db_now
from tests.domain.provider.fleet import Fleet
from tests.factories import World
from tests.fold import snapshot_keeps_up
from tests.perf.work import statements


def state(run: Run) -> Run:
    return Run.objects.get(pk=run.pk)


def test_who_finds_no_slot_waits_in_the_queue_and_holds_nothing(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    first, second, third = (fleet.run() for _ in range(3))
    assert fleet.asks(first)
    with snapshot_keeps_up(second.session_id):
        assert not fleet.asks(second)
    assert not fleet.asks(third)
    waiting = state(second)
    assert (waiting.status, waiting.owner_id) == ("queued", None)
    assert waiting.not_before is not None
    assert waiting.error is not None
    assert (waiting.error["code"], waiting.error["place"]) == ("provider_busy", 1)
    assert state(third).error["place"] == 2  # type: ignore[index]  # it waits
    assert waiting.session.status == "waiting_retry"
    assert ModelCall.objects.count() == 1
    assert duties().waiting_runs == []


def test_a_slot_that_comes_free_goes_to_the_first_in_line(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    first, second, third = (fleet.run() for _ in range(3))
    fleet.asks(first)
    fleet.asks(second)
    fleet.asks(third)
    assert fleet.lets_in().chosen == 0
    fleet.answers(first)
    assert fleet.lets_in().chosen == 1
    assert state(second).not_before is None
    assert fleet.lets_in().chosen == 0
    assert fleet.asks(second)
    assert state(second).waits_for is None
    assert fleet.claims(third) is None


def test_a_newcomer_does_not_overtake_those_who_wait(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    first, second, late = (fleet.run() for _ in range(3))
    fleet.asks(first)
    fleet.asks(second)
    fleet.answers(first)
    assert not fleet.asks(late)
    assert fleet.lets_in().chosen == 1
    assert fleet.asks(second)


def test_room_that_is_kept_for_a_run_that_never_comes_goes_to_the_next(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    first, gone, next_one = (fleet.run() for _ in range(3))
    for run in (first, gone, next_one):
        fleet.asks(run)
    fleet.answers(first)
    fleet.lets_in()
    stop_run(user_id=gone.session.owner_id, run_id=gone.id)
    assert fleet.lets_in().chosen == 1
    assert fleet.asks(next_one)


def test_room_that_was_kept_too_long_is_given_anew(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    first, second = fleet.run(), fleet.run()
    fleet.asks(first)
    fleet.asks(second)
    fleet.answers(first)
    fleet.lets_in()
    Run.objects.filter(pk=second.pk).update(granted_until=db_now() - timedelta(seconds=1))
    assert fleet.lets_in().chosen == 1


def test_the_slot_of_a_dead_worker_returns(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    first, second = fleet.run(), fleet.run()
    fleet.asks(first)
    fleet.asks(second)
    assert reclaim_run(run_id=first.id, worker_id=fleet.worker)
    assert fleet.lets_in().chosen == 1
    assert fleet.asks(second)
    assert not fleet.asks(first)


def test_users_take_turns_however_many_runs_one_of_them_has(fleet: Fleet, world: World) -> None:
    fleet.limit(slots=1)
    busy = [fleet.run(world.owner) for _ in range(4)]
    other = fleet.run(world.editor)
    for run in (*busy, other):
        fleet.asks(run)
    fleet.answers(busy[0])
    fleet.lets_in()
    assert fleet.asks(other)


def test_requests_of_the_last_minute_count_and_their_usage_corrects_the_charge(
    fleet: Fleet,
) -> None:
    fleet.limit(tokens_per_minute=8_000)
    first, second, third = (fleet.run() for _ in range(3))
    assert fleet.asks(first)
    ModelCall.objects.update(charge=7_900, created_at=ClockNow() - timedelta(seconds=30))
    assert not fleet.asks(second)
    assert state(second).error["reason"] == "tokens"  # type: ignore[index]  # it waits
    assert fleet.lets_in().chosen == 0
    fleet.answers(first, input=100, output=100)
    assert fleet.lets_in().chosen == 1
    assert fleet.asks(second)
    fleet.limit(tokens_per_minute=None, requests_per_minute=2)
    assert not fleet.asks(third)
    assert state(third).error["reason"] == "requests"  # type: ignore[index]  # it waits
    ModelCall.objects.update(created_at=ClockNow() - timedelta(seconds=63))
    assert fleet.lets_in().chosen == 1


def test_runs_that_wait_for_limits_that_are_lifted_all_go_on(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    runs = [fleet.run() for _ in range(4)]
    for run in runs:
        fleet.asks(run)
    fleet.limit(slots=None)
    assert fleet.lets_in().chosen == 3


def test_a_provider_without_limits_costs_no_statement(fleet: Fleet) -> None:
    free, limited = fleet.run(), fleet.run()
    claimed = fleet.claims(free)
    assert claimed is not None
    plain = statements(lambda: fleet.opens(claimed))
    fleet.limit(slots=9)
    second = fleet.claims(limited)
    assert second is not None
    assert statements(lambda: fleet.opens(second)) == plain + 3

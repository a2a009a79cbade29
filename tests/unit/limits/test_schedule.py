"""Whose turn it is at a provider, whatever is asked of it and whoever waits."""

from collections import Counter
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from agency.commands.provider.schedule import (
    WATCHED_IN_ROW,
    Limits,
    Past,
    Share,
    Standing,
    Waiter,
    in_order,
    refusal,
    turns,
)
from tests.unit.limits.provider_world import World


def waiter(number: int, user: int, *, since: float = 0.0, watched: bool = False) -> Waiter:
    return Waiter(UUID(int=number), user, since, 100, watched)


def test_whoever_has_least_of_the_provider_goes_first_and_then_the_oldest() -> None:
    at = Standing(now=10.0, limits=Limits(slots=4), open=2, shares={1: Share(2, 9.0)})
    crowd = [waiter(1, 1), waiter(2, 1), waiter(3, 2, since=5.0), waiter(4, 2, since=6.0)]
    found = turns(at, crowd)
    assert [one.run.int for one in found.chosen] == [3, 4]
    assert found.why == "slots"
    assert {one.run.int for one in found.waiting} == {1, 2}


def test_users_take_turns_when_there_is_one_slot() -> None:
    crowd = [waiter(number, number % 3) for number in range(9)]
    order = [one.user for one in in_order(Standing(now=1.0, limits=Limits(slots=1)), crowd, 0)]
    assert [Counter(order[at : at + 3]) for at in (0, 3, 6)] == [Counter({0: 1, 1: 1, 2: 1})] * 3


def test_runs_that_somebody_watches_go_first_but_not_for_ever() -> None:
    crowd = [waiter(number, 1, watched=number >= 10) for number in range(20)]
    order = [one.watched for one in in_order(Standing(now=1.0, limits=Limits()), crowd, 0)]
    assert order[:WATCHED_IN_ROW] == [True] * WATCHED_IN_ROW
    both = order[: WATCHED_IN_ROW * 4]
    assert both.count(False) == len(both) // (WATCHED_IN_ROW + 1)


def test_nobody_is_let_in_during_a_pause_and_few_right_after_it() -> None:
    closed = Standing(now=10.0, limits=Limits(), closed_until=14.0)
    assert turns(closed, [waiter(1, 1)]).seconds == 4.0
    crowd = [waiter(number, number) for number in range(50)]
    assert len(turns(Standing(now=14.1, limits=Limits(), opened=14.0), crowd).chosen) == 2
    assert len(turns(Standing(now=30.0, limits=Limits(), opened=14.0), crowd).chosen) == 50


def test_a_provider_that_failed_is_tried_by_one_run() -> None:
    crowd = [waiter(number, number) for number in range(5)]
    broken = Standing(now=50.0, limits=Limits(), open=3, is_probed=True)
    assert len(turns(broken, crowd).chosen) == 1
    probed = Standing(now=50.0, limits=Limits(), open=3, is_probed=True, probing=1)
    assert turns(probed, crowd).chosen == []


def test_a_request_that_is_larger_than_the_limit_goes_alone() -> None:
    idle = Standing(now=50.0, limits=Limits(tokens=1_000))
    assert refusal(idle, 5_000) is None
    busy = Standing(now=50.0, limits=Limits(tokens=1_000), past=[Past(5.0, 1, 10)])
    found = refusal(busy, 5_000)
    assert found is not None and found.why == "tokens"


WORLDS = st.fixed_dictionaries(
    {
        "slots": st.one_of(st.none(), st.integers(1, 6)),
        "requests": st.one_of(st.none(), st.integers(1, 60)),
        "tokens": st.one_of(st.none(), st.integers(200, 20_000)),
        "users": st.integers(1, 5),
        "runs": st.integers(1, 40),
        "seed": st.integers(0, 10_000),
    }
)


@settings(max_examples=25, deadline=None)
@given(WORLDS)
def test_limits_hold_at_the_provider_nobody_starves_and_no_room_is_wasted(drawn: dict) -> None:
    world = World(**drawn)
    world.run_until_all_are_served()
    assert world.most_open <= (drawn["slots"] or world.most_open)
    assert world.most_in_a_minute("requests") <= (drawn["requests"] or 10**9)
    assert world.most_in_a_minute("tokens") <= (drawn["tokens"] or 10**9)
    assert world.idle_with_room == 0


@settings(max_examples=5, deadline=None)
@given(st.integers(100, 600), st.integers(0, 1_000))
def test_a_busy_provider_is_used_to_at_least_95_percent_of_its_rate(rate: int, seed: int) -> None:
    world = World(slots=None, requests=rate, tokens=None, users=7, runs=rate * 3, seed=seed)
    world.run_until_all_are_served()
    # All that was asked for, but for the first burst, at the rate of the limit.
    assert world.begun[-1][0] <= 1.05 * 3 * 60.0

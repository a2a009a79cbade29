"""What is reserved before a request, and what becomes of it."""

from datetime import timedelta
from decimal import Decimal

import pytest

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.run.release_run import release_run
from agency.models import Agent, Budget, ModelCall, Reservation, Session
from framework.db.clock import db_now
from tests.domain.budget.asking import Asker, is_due, state
from tests.domain.budget.conftest import Cap
from tests.factories import World, make_session


def test_the_most_is_held_and_what_it_took_is_spent(asker: Asker, cap: Cap) -> None:
    tokens, money = cap(1_000, "tokens"), cap("0.01", "usd")
    assert asker.wants(tokens=600, usd="0.004") is not None
    assert (state(tokens), state(money)) == ((0, 600), (0, Decimal("0.004")))
    asker.took(input=100, output=50)
    assert (state(tokens), state(money)) == ((150, 0), (Decimal("0.00015"), 0))
    assert not Reservation.objects.exists()


def test_a_settle_above_its_reservation_is_recorded_as_overshoot(asker: Asker, cap: Cap) -> None:
    tokens = cap(1_000, "tokens")
    asker.wants(tokens=100)
    asker.took(input=100, output=50)
    assert state(tokens) == (150, 0)
    assert tokens.overshoot == 50


def test_every_scope_counts_and_the_fullest_decides(
    world: World, session: Session, cap: Cap
) -> None:
    subjects = {
        "workspace": world.workspace.id,
        "user": world.owner.pk,
        "agent": world.agent.id,
        "session": session.id,
    }
    asker = Asker(world, session)
    subjects["run"] = asker.run.id
    caps = {name: cap(3, scope=name, subject=str(one)) for name, one in subjects.items()}
    assert asker.wants() is not None
    assert all(state(one) == (0, 1) for one in caps.values())
    asker.took(output=1)
    Budget.objects.filter(id=caps["user"].id).update(limit=1)
    other = Asker(world)
    assert other.wants() is None
    assert other.question.prompt["evidence"]["budget_id"] == str(caps["user"].id)
    assert all(one.reserved == 0 for one in Budget.objects.all())


def test_a_child_counts_for_the_sessions_and_runs_above_it(world: World, cap: Cap) -> None:
    parent = Asker(world)
    parent.answers("peek")
    call = parent.begins()
    child = make_session(world)
    Session.objects.filter(id=child.id).update(parent=parent.session, parent_call=call)
    grandchild = make_session(world)
    Session.objects.filter(id=grandchild.id).update(parent=child)
    caps = [
        cap(5, scope="session", subject=str(parent.session.id)),
        cap(5, scope="run", subject=str(parent.run.id)),
        cap(5, scope="session", subject=str(child.id)),
    ]
    before = [state(one)[0] for one in caps]
    grandchild.refresh_from_db()
    Asker(world, grandchild).wants()
    assert [state(one) for one in caps] == [(spent, 1) for spent in before]


def test_the_limits_of_an_agent_cap_each_of_its_runs(world: World, cap: Cap) -> None:
    Agent.objects.filter(id=world.agent.id).update(limits={"run_calls": 1, "run_usd": "0.5"})
    first, second = Asker(world), Asker(world)
    assert first.wants(usd="0.4") is not None
    assert second.wants(usd="0.4") is not None
    made = Budget.objects.filter(scope="run", subject=str(first.run.id))
    assert {one.unit: one.limit for one in made} == {"calls": 1, "usd": Decimal("0.5")}
    third = Asker(world)
    assert third.wants(usd="0.6") is None
    assert third.question.prompt["evidence"]["scope"] == "run"


@pytest.mark.parametrize("end", ["reclaimed", "released", "failed"])
def test_a_request_that_nobody_hears_the_end_of_frees_what_it_held(
    asker: Asker, cap: Cap, end: str
) -> None:
    tokens, calls = cap(1_000, "tokens"), cap(10)
    asker.wants(tokens=600)
    if end == "reclaimed":
        assert reclaim_run(run_id=asker.run.id, worker_id=asker.lease.worker_id)
    elif end == "released":
        release_run(lease=asker.lease)
    else:
        finalise_run(lease=asker.lease, status="failed", error={"code": "defect"})
    assert (state(tokens), state(calls)) == ((0, 0), (1, 0))
    assert not Reservation.objects.exists()


def test_a_second_try_of_the_same_open_does_not_hold_twice(asker: Asker, cap: Cap) -> None:
    tokens = cap(1_000, "tokens")
    asker.wants(tokens=600)
    assert asker.wants(tokens=600) is not None
    assert state(tokens) == (0, 600)


def test_what_others_hold_puts_a_run_off_without_asking_anybody(world: World, cap: Cap) -> None:
    tokens = cap(1_000, "tokens")
    first, second = Asker(world), Asker(world)
    first.wants(tokens=600)
    assert second.wants(tokens=600) is None
    run = second.run
    assert run.status == "queued"
    assert run.error is not None and run.error["code"] == "budget_held"
    assert not is_due(run)
    first.took(output=10)
    type(run).objects.filter(id=run.id).update(not_before=db_now())
    second.claims()
    assert second.wants(tokens=600) is not None
    assert state(tokens) == (10, 600)


def test_what_is_spent_asks_a_person_and_holds_nothing(asker: Asker, cap: Cap) -> None:
    tokens = cap(1_000, "tokens")
    Budget.objects.update(spent=500)
    assert asker.wants(tokens=600) is None
    assert asker.run.status == "suspended"
    assert not ModelCall.objects.exists()
    evidence = asker.question.prompt["evidence"]
    assert {name: evidence[name] for name in ("limit", "spent", "need", "least", "suggested")} == {
        "limit": "1000", "spent": "500", "need": "600", "least": "1100", "suggested": "2000",
    }  # fmt: skip
    assert state(tokens) == (500, 0)


def test_time_is_held_as_far_as_there_is_and_settled_as_it_was(world: World, cap: Cap) -> None:
    seconds = cap(60, "seconds")
    first, second = Asker(world), Asker(world)
    opened = first.wants()
    assert opened is not None and opened.seconds == 59
    assert state(seconds) == (0, 60)
    assert second.wants() is None
    assert second.run.status == "queued"
    ModelCall.objects.update(created_at=db_now() - timedelta(seconds=20))
    first.took(output=1)
    spent, reserved = state(seconds)
    assert 20 <= spent < 40
    assert reserved == 0


def test_without_a_cap_of_time_a_request_has_all_the_time(asker: Asker, cap: Cap) -> None:
    cap(10)
    opened = asker.wants()
    assert opened is not None and opened.seconds is None


def test_near_a_cap_the_provider_must_count_before_an_estimate_decides(
    asker: Asker, cap: Cap
) -> None:
    tokens = cap(1_000, "tokens")
    opened = asker.wants(tokens=501, counted=False)
    assert opened is not None and opened.call_id is None
    assert (state(tokens), ModelCall.objects.count()) == ((0, 0), 0)
    opened = asker.wants(tokens=500, counted=False)
    assert opened is not None and opened.call_id is not None


def test_an_unknown_price_under_a_cap_of_money_asks_once_for_the_session(
    world: World, session: Session, cap: Cap
) -> None:
    money = cap(5, "usd")
    asker = Asker(world, session)
    assert asker.wants(priced=False) is None
    row = asker.question
    assert row.prompt["evidence"]["reason"] == "unpriced"
    answer_interruption(
        user_id=world.owner.pk, interruption_id=row.id, answer={"decision": "raise"}
    )
    asker.claims()
    assert asker.wants(priced=False) is not None
    asker.took(input=10, output=10)
    assert state(money) == (0, 0)
    assert (money.limit, money.unpriced_calls) == (5, 1)
    assert Asker(world, session).wants(priced=False) is not None
    assert Asker(world).wants(priced=False) is None


def test_a_cost_that_is_unknown_in_part_counts_as_the_most_it_may_be(
    asker: Asker, cap: Cap
) -> None:
    money = cap(5, "usd")
    asker.wants(usd="0.25")
    asker.took(input=1, cache_read=1)
    assert state(money) == (Decimal("0.25"), 0)
    assert money.unpriced_calls == 1

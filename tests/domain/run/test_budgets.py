"""Caps are kept before the money is spent."""

from decimal import Decimal

import pytest

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run import admission
from agency.models import Budget, Reservation, Session
from tests.factories import World, make_session, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import pending, wait_for


@pytest.fixture
def budget(world: World) -> Budget:
    """The workspace may make one more call."""
    return Budget.objects.create(
        workspace=world.workspace,
        scope="workspace",
        subject=str(world.workspace.id),
        unit="calls",
        limit=Decimal(1),
    )


def test_a_used_up_budget_asks_a_person_before_the_model_is_called(
    session: Session, fake_model: FakeModel, hub: RunningHub, budget: Budget
) -> None:
    fake_model.script({"text": "One."}, {"text": "Two."})
    wait_for(say(session, "One").run, "done")
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "Two").run, "suspended")
        row = pending(session)[0]
        assert row.kind == "limit"
        assert len(fake_model.requests) == 1
        answer_interruption(
            user_id=session.owner_id,
            interruption_id=row.id,
            answer={"decision": "raise", "limit": 5},
        )
        wait_for(run, "done")
    budget.refresh_from_db()
    assert (budget.limit, budget.spent, budget.reserved) == (5, 2, 0)
    assert not Reservation.objects.exists()


def test_refusing_to_raise_the_cap_stops_the_run(
    session: Session, fake_model: FakeModel, hub: RunningHub, budget: Budget
) -> None:
    Budget.objects.update(spent=1)
    run = wait_for(say(session, "Two").run, "suspended")
    row = pending(session)[0]
    answer_interruption(
        user_id=session.owner_id, interruption_id=row.id, answer={"decision": "stop"}
    )
    wait_for(run, "stopped")
    assert fake_model.requests == []


def test_runs_that_share_a_budget_never_pass_it_together(
    world: World, fake_model: FakeModel, hub: RunningHub, budget: Budget
) -> None:
    Budget.objects.update(limit=3)
    fake_model.load(tokens=5, rate=200)
    runs = [say(make_session(world), "Go").run for _ in range(8)]
    ended = [wait_for(run, "done", "suspended") for run in runs]
    assert sorted(run.status for run in ended) == ["done"] * 3 + ["suspended"] * 5
    budget.refresh_from_db()
    assert (budget.spent, budget.reserved) == (3, 0)


def test_near_a_cap_the_provider_counts_the_request_before_it_is_sent(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "One."})
    answer = world.model.max_output
    near = Budget.objects.create(
        workspace=world.workspace,
        scope="session",
        subject=str(session.id),
        unit="tokens",
        limit=Decimal(answer + 8_000),
    )
    wait_for(say(session, "One").run, "done")
    assert fake_model.stats["counted"] == 1
    Budget.objects.filter(id=near.id).update(limit=Decimal(10 * answer))
    wait_for(say(session, "Two").run, "done")
    assert fake_model.stats["counted"] == 1


def test_a_request_is_cut_when_the_time_that_its_cap_leaves_is_over(
    world: World,
    session: Session,
    fake_model: FakeModel,
    hub: RunningHub,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "LEAST_SECONDS", Decimal(2))
    cap = Budget.objects.create(
        workspace=world.workspace,
        scope="session",
        subject=str(session.id),
        unit="seconds",
        limit=Decimal(2),
    )
    fake_model.script({"text": "Slow.", "silent_after": -1})
    run = wait_for(say(session, "Go").run, "suspended")
    assert pending(session)[0].prompt["evidence"]["unit"] == "seconds"
    cap.refresh_from_db()
    assert cap.spent >= 1
    assert (cap.reserved, cap.limit) == (0, 2)
    assert run.attempt == 1

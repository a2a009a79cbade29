"""A stop that its worker cannot carry out, and a defect that must not go round for ever."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from agency.commands.run.claim_run import Claimed, claim_run
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.ledger import CallFacts
from agency.commands.run.open_turn import TurnFacts, open_turn
from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.run.release_run import release_run
from agency.commands.run.retry_later import retry_later
from agency.commands.run.stop_run import stop_run
from agency.commands.worker.register_worker import register_worker
from agency.loop import turn as turn_module
from agency.loop.sweep import force_stops
from agency.models import Budget, Interruption, Message, ModelCall, Run, Session
from framework.bus.drafts import read_draft, save_draft
from framework.bus.publish import drain
from framework.core.ids import uuid7
from framework.db.clock import db_now
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub, eventually
from tests.runs import path, wait_for


@pytest.fixture
def claimed(session: Session) -> Claimed:
    """A run that a worker holds and has shown some text of."""
    run = say(session, "Count").run
    assert run is not None
    found = claim_run(run_id=run.id, worker_id=register_worker(name="w", lock_key=1))
    assert found is not None
    save_draft(run.id, draft())
    drain()
    return found


def draft() -> dict[str, Any]:
    block = {"block": 0, "kind": "text", "name": None, "call_id": None, "text": "One two "}
    return {"message_id": str(uuid7()), "step": 0, "blocks": [block]}


def stop(session: Session, claimed: Claimed) -> None:
    stop_run(user_id=session.owner_id, run_id=claimed.lease.run_id)


def test_a_stopped_run_keeps_its_text_when_its_worker_dies(
    session: Session, claimed: Claimed
) -> None:
    with snapshot_keeps_up(session.id):
        stop(session, claimed)
        lease = claimed.lease
        assert reclaim_run(run_id=lease.run_id, worker_id=lease.worker_id)
    assert path(session) == [("human", "Count"), ("ai", "One two ")]
    assert Message.objects.get(role="ai").partial
    assert Run.objects.get().status == "stopped"
    drain()
    assert read_draft(lease.run_id) is None


def test_a_stopped_run_keeps_its_text_when_its_worker_leaves(
    session: Session, claimed: Claimed
) -> None:
    stop(session, claimed)
    release_run(lease=claimed.lease)
    assert path(session)[-1] == ("ai", "One two ")


def test_a_stopped_run_keeps_its_text_when_its_model_fails_at_that_moment(
    session: Session, claimed: Claimed
) -> None:
    stop(session, claimed)
    retry_later(lease=claimed.lease, seconds=9, error={"code": "x"}, spent=None, draft=draft())
    assert path(session)[-1] == ("ai", "One two ")
    assert Run.objects.get().status == "stopped"


def test_a_stop_comes_before_the_question_of_a_used_up_budget(
    session: Session, claimed: Claimed
) -> None:
    capped = {"workspace_id": session.workspace_id, "scope": "session", "subject": str(session.id)}
    Budget.objects.create(**capped, unit="calls", limit=0)
    stop(session, claimed)
    call = CallFacts(model="m", provider_id=None, price={}, prompt_digest="")
    facts = TurnFacts(message_id=uuid7(), call=call, amounts={"calls": Decimal(1)})
    assert open_turn(lease=claimed.lease, facts=facts) is None
    assert Run.objects.get().status == "stopped"
    assert not Interruption.objects.exists()


def test_a_queued_run_is_stopped_though_no_worker_lives_and_is_never_claimed(
    session: Session,
) -> None:
    run = say(session, "Hello").run
    assert run is not None
    assert stop_run(user_id=session.owner_id, run_id=run.id).status == "stopped"
    assert claim_run(run_id=run.id, worker_id=register_worker(name="w", lock_key=1)) is None


def test_after_an_error_the_queue_is_paused_until_somebody_speaks(
    session: Session, claimed: Claimed
) -> None:
    waiting = say(session, "Two").queued
    assert waiting is not None
    with snapshot_keeps_up(session.id):
        finalise_run(lease=claimed.lease, status="failed", error={"code": "x", "title": "X"})
    session.refresh_from_db()
    assert session.queue_paused and session.queue.count() == 1
    assert say(session, "Three").run is not None
    session.refresh_from_db()
    assert not session.queue_paused


def test_arguments_that_a_stop_cut_short_spoil_no_later_turn(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    half = {"name": "ask_tool", "input": {"subject": "a long subject " * 20}}
    fake_model.script(
        {"text": "I ask.", "tools": [half], "hold": {"name": "never", "after_deltas": 6}},
        {"text": "Of course."},
    )
    run = say(session, "Ask").run
    assert run is not None
    eventually(lambda: "long subject" in str(read_draft(run.id)), "half of the arguments")
    stop_run(user_id=session.owner_id, run_id=run.id)
    wait_for(run, "stopped")
    assert path(session)[-1] == ("ai", "I ask.")
    wait_for(say(session, "Go on").run, "done")
    assert fake_model.refused == []


def test_a_defect_fails_the_run_once_instead_of_going_round(
    session: Session, fake_model: FakeModel, hub: RunningHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_args: object) -> object:
        raise ValueError("an adapter met what it does not know")

    monkeypatch.setattr(turn_module, "read_answer", broken)
    run = wait_for(say(session, "Hello").run, "failed")
    assert run.error is not None
    assert run.error["code"] == "internal_error"
    assert ModelCall.objects.filter(run_id=run.id).count() == 1


def test_a_stop_that_a_frozen_worker_does_not_hear_is_carried_out_by_anybody(
    session: Session, claimed: Claimed
) -> None:
    with snapshot_keeps_up(session.id):
        stop(session, claimed)
        force_stops()
        assert Run.objects.get().status == "running"
        Run.objects.update(stop_requested_at=db_now() - timedelta(seconds=3))
        force_stops()
    assert Run.objects.get().status == "stopped"
    assert path(session) == [("human", "Count"), ("ai", "One two ")]
    drain()

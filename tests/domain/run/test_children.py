"""A call whose work a child session does: delivered once, and stopped with its parent."""

import pytest

from agency.commands._rows import set_session_status
from agency.commands.run.stop_run import stop_run
from agency.models import Run, Session
from framework.db.transaction import unit_of_work
from tests.factories import World, make_session, say
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub
from tests.runs import calls, path, pending, wait_for

QUESTION = {"tools": [{"name": "ask_human", "input": {"question": "Which?"}}]}


@pytest.fixture
def child(world: World, session: Session, fake_model: FakeModel, hub: RunningHub) -> Session:
    """The idle child for which the call of a sleeping run waits."""
    fake_model.script(QUESTION)
    wait_for(say(session, "Find out").run, "suspended")
    call = calls(session)[0]
    made = make_session(world)
    made.kind, made.parent, made.parent_call = "child", session, call
    made.save()
    row = pending(session)[0]
    row.status = "cancelled"
    row.save()
    call.state = "waiting"
    call.save()
    return made


def parent_run(child: Session) -> Run:
    assert child.parent_call is not None
    return child.parent_call.run


def test_a_childs_last_words_are_the_result(
    session: Session, child: Session, fake_model: FakeModel
) -> None:
    fake_model.script({"text": "It is blue."}, {"text": "Thank you."})
    wait_for(say(child, "Look").run, "done")
    wait_for(parent_run(child), "done")
    assert path(session)[2:] == [("tool", "It is blue."), ("ai", "Thank you.")]


def test_a_delivery_that_was_missed_is_made_by_the_sweep(
    session: Session, child: Session, fake_model: FakeModel
) -> None:
    fake_model.script({"text": "I see."})
    with unit_of_work():
        set_session_status(child, "failed")
    wait_for(parent_run(child), "done")
    assert "without finishing" in path(session)[2][1]


def test_stopping_the_parent_stops_the_child(
    session: Session, child: Session, fake_model: FakeModel
) -> None:
    fake_model.script({"text": "Never.", "silent_after": -1})
    run = wait_for(say(child, "Look").run, "running")
    stop_run(user_id=session.owner_id, run_id=parent_run(child).id)
    wait_for(run, "stopped")
    assert calls(session)[0].state == "cancelled"

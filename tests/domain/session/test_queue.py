"""Messages that wait can be changed and taken back until a run claims them."""

import threading
from uuid import uuid4

import pytest
from django.db import connection

from agency.commands._queue import take_next_queued
from agency.commands._rows import active_branch, append_message
from agency.commands.session._body import MessageBody
from agency.commands.session.edit_message import edit_message
from agency.commands.session.edit_queued import edit_queued
from agency.commands.session.resume_queue import resume_queue
from agency.commands.session.send_message import send_message
from agency.commands.session.withdraw_queued import withdraw_queued
from agency.errors import QueuedMessageGone
from agency.models import Message, Model, QueuedMessage, Session
from framework.core.errors import IdempotencyMismatch, NotFound, Stale
from framework.db.transaction import unit_of_work
from tests.factories import World, answer_run, make_session, say
from tests.fold import snapshot_keeps_up


def waiting(session: Session, *texts: str) -> list[QueuedMessage]:
    say(session, "first")
    rows = [say(session, text).queued for text in texts]
    assert all(rows)
    return [row for row in rows if row is not None]


def order(session: Session) -> list[str]:
    rows = QueuedMessage.objects.filter(session=session).order_by("position")
    return [row.body["text"] for row in rows]


def test_a_waiting_message_takes_new_words(session: Session) -> None:
    [row] = waiting(session, "two")
    with snapshot_keeps_up(session.id):
        edit_queued(
            user_id=session.owner_id,
            session_id=session.id,
            queued_id=row.id,
            version=1,
            text="deux",
        )
    assert order(session) == ["deux"]


def test_a_waiting_message_moves_to_the_front(session: Session) -> None:
    _, _, third = waiting(session, "a", "b", "c")
    with snapshot_keeps_up(session.id):
        edit_queued(
            user_id=session.owner_id,
            session_id=session.id,
            queued_id=third.id,
            version=1,
            position=1,
        )
    assert order(session) == ["c", "a", "b"]


def test_a_stale_edit_of_a_waiting_message_is_refused(session: Session) -> None:
    [row] = waiting(session, "two")
    with pytest.raises(Stale):
        edit_queued(
            user_id=session.owner_id,
            session_id=session.id,
            queued_id=row.id,
            version=9,
            text="x",
        )


def test_a_withdrawn_message_never_runs(session: Session) -> None:
    [row] = waiting(session, "two")
    with snapshot_keeps_up(session.id):
        withdraw_queued(user_id=session.owner_id, session_id=session.id, queued_id=row.id)
    assert order(session) == []
    with pytest.raises(NotFound):
        withdraw_queued(user_id=session.owner_id, session_id=session.id, queued_id=uuid4())


def test_a_message_that_was_handed_over_cannot_be_withdrawn(session: Session) -> None:
    [row] = waiting(session, "two")
    run = session.runs.get()
    answer_run(run, "done")
    with unit_of_work():
        take_next_queued(Session.objects.select_for_update(no_key=True).get(id=session.id))
    assert Message.objects.filter(id=row.id).exists()
    with pytest.raises(QueuedMessageGone):
        withdraw_queued(user_id=session.owner_id, session_id=session.id, queued_id=row.id)


def test_a_paused_queue_goes_on_when_it_is_resumed(session: Session) -> None:
    waiting(session, "two")
    run = session.runs.get()
    answer_run(run, "done")
    Session.objects.filter(id=session.id).update(queue_paused=True)
    with snapshot_keeps_up(session.id):
        started = resume_queue(user_id=session.owner_id, session_id=session.id)
    assert started is not None
    assert order(session) == []


def test_a_model_that_waits_with_its_message_leaves_the_run_under_way_alone(
    session: Session, world: World
) -> None:
    other = Model.objects.create(
        workspace=world.workspace,
        provider=world.model.provider,
        name="Other",
        model_id="other",
    )
    say(session, "first")
    body = MessageBody(text="second", model=other.id)
    send_message(user_id=session.owner_id, session_id=session.id, body=body)
    session.refresh_from_db()
    assert session.overrides == {}
    answer_run(session.runs.get(), "done")
    with snapshot_keeps_up(session.id), unit_of_work():
        take_next_queued(Session.objects.select_for_update(no_key=True).get(id=session.id))
    session.refresh_from_db()
    assert session.overrides == {"model": str(other.id)}


def test_an_edit_does_not_take_the_id_of_a_message_that_waits(session: Session) -> None:
    first = say(session, "first")
    waits = say(session, "later").queued
    assert first.message is not None and waits is not None
    with pytest.raises(IdempotencyMismatch):
        edit_message(
            user_id=session.owner_id,
            session_id=session.id,
            message_id=first.message.id,
            body=MessageBody(text="edited"),
            new_id=waits.id,
        )


def test_a_message_whose_id_was_taken_elsewhere_goes_on_under_another(
    session: Session, world: World
) -> None:
    [row] = waiting(session, "two")
    other = make_session(world)
    with unit_of_work():  # what two requests at the same instant can do
        branch = active_branch(other)
        assert branch is not None
        append_message(branch, role="human", content={}, settled=True, message_id=row.id)
    with snapshot_keeps_up(session.id):
        answer_run(session.runs.get(), "one")
        with unit_of_work():
            take_next_queued(Session.objects.select_for_update(no_key=True).get(id=session.id))
    said = Message.objects.filter(session=session, role="human").latest("depth")
    assert (said.content["content"], said.id == row.id) == ("two", False)
    assert not QueuedMessage.objects.filter(session=session).exists()


@pytest.mark.django_db(transaction=True)
def test_one_id_in_two_sessions_at_once_is_refused_in_one(world: World) -> None:
    identity, sessions = uuid4(), [make_session(world) for _ in range(2)]
    together, got = threading.Barrier(2), []

    def speak(session: Session) -> None:
        together.wait()
        try:
            say(session, "hello", message_id=identity)
            got.append("said")
        except IdempotencyMismatch:
            got.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=speak, args=[one]) for one in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == ["refused", "said"]

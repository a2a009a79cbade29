"""A person says something: once, in order, or not at all."""

from uuid import uuid4

import pytest

from agency.commands.session._body import MessageBody
from agency.commands.session.send_message import send_message
from agency.errors import SessionBusy
from agency.models import Message, Run, Session
from framework.core.errors import IdempotencyMismatch, Invalid, NotFound, PayloadTooLarge
from tests.factories import World, answer_run, say
from tests.fold import snapshot_keeps_up


def test_a_message_becomes_a_settled_row_and_a_queued_run(session: Session) -> None:
    with snapshot_keeps_up(session.id):
        sent = say(session, "hello there")
    assert sent.message is not None and sent.run is not None
    assert (sent.message.depth, sent.message.settled) == (1, True)
    session.refresh_from_db()
    assert (session.status, session.name) == ("queued", "hello there")


def test_the_same_message_again_gets_the_first_result(session: Session) -> None:
    identity = uuid4()
    first = say(session, "once", identity)
    second = say(session, "once", identity)
    assert first.message == second.message and first.run == second.run
    assert Message.objects.count() == 1 and Run.objects.count() == 1


def test_the_same_id_with_other_words_is_refused(session: Session) -> None:
    identity = uuid4()
    say(session, "once", identity)
    with pytest.raises(IdempotencyMismatch):
        say(session, "twice", identity)


def test_a_message_to_a_busy_agent_waits_in_the_queue(session: Session) -> None:
    say(session, "first")
    with snapshot_keeps_up(session.id):
        sent = say(session, "second")
    assert sent.queued is not None and sent.queued.position == 1
    assert Message.objects.count() == 1


def test_a_busy_agent_can_refuse(session: Session) -> None:
    say(session, "first")
    with pytest.raises(SessionBusy):
        say(session, "second", when_busy="reject")
    assert Message.objects.count() == 1


def test_a_stranger_finds_nothing_to_write_to(session: Session, world: World) -> None:
    with pytest.raises(NotFound):
        send_message(
            user_id=world.stranger.pk, session_id=session.id, body=MessageBody(text="hello")
        )


@pytest.mark.parametrize("text", ["", "   ", "a\x00b", "lone \ud800"])
def test_words_that_cannot_be_kept_are_refused(session: Session, text: str) -> None:
    with pytest.raises(Invalid):
        say(session, text)
    assert not Message.objects.exists()


def test_a_message_past_the_limit_is_refused(session: Session) -> None:
    with pytest.raises(PayloadTooLarge):
        say(session, "x" * 1_000_001)


def test_an_answered_session_takes_the_next_message_at_the_head(session: Session) -> None:
    first = say(session, "one")
    assert first.run is not None
    answer_run(first.run, "two")
    with snapshot_keeps_up(session.id):
        third = say(session, "three")
    assert third.message is not None and third.message.depth == 3

"""An edit keeps what the message had, stops what runs, and loses nothing to another edit."""

import threading

import pytest
from django.db import connection

from agency.commands.session._body import MessageBody, Picture
from agency.commands.session.edit_message import edit_message
from agency.commands.session.regenerate import regenerate
from agency.commands.session.send_message import send_message
from agency.models import Branch, Message, Mode, Run, Session
from framework.core.errors import IdempotencyMismatch
from framework.core.ids import uuid7
from tests.factories import DOT, World, answer_run, make_session, say


def with_picture(session: Session) -> Message:
    """A person's message with a picture, answered."""
    body = MessageBody(text="Look", images=[Picture("image/png", DOT)])
    sent = send_message(user_id=session.owner_id, session_id=session.id, body=body)
    assert sent.message is not None and sent.run is not None
    answer_run(sent.run, "I see.")
    return sent.message


def pictures(message: Message) -> list[str]:
    return [one["attachment_id"] for one in message.content["content"] if one["type"] == "image"]


def edited(session: Session, old: Message, text: str, user_id: int | None = None) -> Message:
    sent = edit_message(
        user_id=user_id or session.owner_id,
        session_id=session.id,
        message_id=old.id,
        body=MessageBody(text=text),
    )
    assert sent.message is not None
    return sent.message


def test_the_pictures_of_the_old_message_come_along(session: Session) -> None:
    old = with_picture(session)
    new = edited(session, old, "Look again")
    assert pictures(new) == pictures(old) != []
    assert new.content["content"][-1] == {"type": "text", "text": "Look again"}


def test_they_also_come_along_when_somebody_else_edits(world: World) -> None:
    session = make_session(world, visibility="workspace")
    old = with_picture(session)
    assert pictures(edited(session, old, "Mine", world.editor.pk)) == pictures(old)


def test_a_run_that_waits_is_stopped_first(session: Session) -> None:
    first = say(session, "One")
    assert first.message is not None and first.run is not None
    new = edited(session, first.message, "Two")
    assert Run.objects.get(id=first.run.id).status == "stopped"
    assert Run.objects.get(branch=new.branch).status == "queued"


def test_the_mode_may_change_with_an_edit(world: World, session: Session) -> None:
    mode = Mode.objects.create(workspace=world.workspace, name="Plan", slug="plan")
    old = with_picture(session)
    body = MessageBody(text="Plan it", mode=mode.id)
    edit_message(user_id=session.owner_id, session_id=session.id, message_id=old.id, body=body)
    session.refresh_from_db()
    assert session.mode_id == mode.id


def test_a_repeat_gets_the_first_message_and_its_run(session: Session) -> None:
    old, identity = with_picture(session), uuid7()

    def again(text: str) -> tuple[Message | None, Run | None]:
        sent = edit_message(
            user_id=session.owner_id,
            session_id=session.id,
            message_id=old.id,
            body=MessageBody(text=text),
            new_id=identity,
        )
        return sent.message, sent.run

    assert again("Twice") == again("Twice")
    assert Branch.objects.filter(session=session).count() == 2
    with pytest.raises(IdempotencyMismatch):
        again("Other words")


def test_two_edits_at_once_make_two_siblings_and_lose_nothing(session: Session) -> None:
    old = with_picture(session)

    def edit(text: str) -> None:
        try:
            edited(session, old, text)
        finally:
            connection.close()

    tabs = [threading.Thread(target=edit, args=[text]) for text in ("left", "right")]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join(20)
    siblings = Branch.objects.filter(session=session, base_branch__isnull=False)
    assert siblings.count() == 2
    session.refresh_from_db()
    assert session.active_branch_id in siblings.values_list("id", flat=True)
    assert Run.objects.filter(session=session, status="queued").count() == 1
    assert Run.objects.filter(session=session, status="stopped").count() == 1
    assert Message.objects.get(id=old.id).content == old.content


def test_two_clicks_on_regenerate_at_once_make_two_siblings(session: Session) -> None:
    old = with_picture(session)
    answer = Message.objects.get(session=session, parent_id=old.id)
    barrier = threading.Barrier(2)

    def again() -> None:
        try:
            barrier.wait(5)
            regenerate(user_id=session.owner_id, session_id=session.id, message_id=answer.id)
        finally:
            connection.close()

    clicks = [threading.Thread(target=again) for _ in range(2)]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join(20)
    assert Branch.objects.filter(session=session, base_branch__isnull=False).count() == 2

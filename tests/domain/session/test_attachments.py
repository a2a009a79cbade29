"""What a message shows belongs to its session: its readers see it, and it goes with it."""

import base64
from uuid import UUID

import pytest

from agency.commands.file.store_upload import store_upload
from agency.commands.session._body import MessageBody
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.send_message import Sent, send_message
from agency.errors import SessionBusy
from agency.files import file_root
from agency.models import Attachment, Session
from agency.queries.files import file_for
from framework.core.errors import NotFound
from tests.factories import DOT, World, answer_run, make_session, say


@pytest.fixture
def shared(world: World) -> Session:
    """A session that the whole workspace sees."""
    return make_session(world, visibility="workspace")


@pytest.fixture
def picture(world: World) -> Attachment:
    """An upload that names no session."""
    row = store_upload(
        user_id=world.owner.pk,
        kind="attachment",
        workspace_id=world.workspace.id,
        name="dot.png",
        data=base64.b64decode(DOT),
    )
    assert isinstance(row, Attachment) and row.session_id is None
    return row


def show(session: Session, picture: Attachment, when_busy: str = "queue") -> Sent:
    return send_message(
        user_id=session.owner_id,
        session_id=session.id,
        body=MessageBody(text="Look", attachments=[picture.id]),
        when_busy=when_busy,
    )


def home(picture: Attachment) -> UUID | None:
    picture.refresh_from_db()
    return picture.session_id


def test_other_readers_see_it_and_its_bytes_go_with_the_session(
    world: World, shared: Session, picture: Attachment
) -> None:
    with pytest.raises(NotFound):
        file_for(world.viewer.pk, "attachment", picture.id)
    sent = show(shared, picture)
    assert file_for(world.viewer.pk, "attachment", picture.id) == picture
    assert sent.run is not None
    answer_run(sent.run, "A dot.")
    delete_session(user_id=world.owner.pk, session_id=shared.id)
    assert not Attachment.objects.exists()
    assert not (file_root() / picture.path).exists()


def test_it_is_filed_with_a_message_that_waits(shared: Session, picture: Attachment) -> None:
    say(shared, "Begin.")
    assert show(shared, picture).queued is not None
    assert home(picture) == shared.id


def test_it_is_filed_with_an_edit(shared: Session, picture: Attachment) -> None:
    first = say(shared, "Begin.").message
    assert first is not None
    edit_message(
        user_id=shared.owner_id,
        session_id=shared.id,
        message_id=first.id,
        body=MessageBody(text="Look", attachments=[picture.id]),
    )
    assert home(picture) == shared.id


def test_a_refused_message_files_nothing(shared: Session, picture: Attachment) -> None:
    say(shared, "Begin.")
    with pytest.raises(SessionBusy):
        show(shared, picture, "reject")
    assert home(picture) is None


def test_one_session_may_show_it_again_another_may_not(
    world: World, shared: Session, picture: Attachment
) -> None:
    show(shared, picture)
    assert show(shared, picture).queued is not None
    with pytest.raises(NotFound):
        show(make_session(world), picture)

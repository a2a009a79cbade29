"""Closing, taking up again, deleting: nothing runs on and nothing is left behind."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from agency.commands.session import _rest
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.resume_session import resume_session
from agency.errors import SessionClosed
from agency.files import outputs_folder
from agency.models import Interruption, Message, ModelCall, Run, Session
from agency.queries.records import session_record
from framework.core.errors import NotFound
from framework.events.keys import user_stream
from framework.events.models import Stream
from framework.events.replay import events_after
from tests.factories import World, make_session, say
from tests.fold import snapshot_keeps_up
from tests.fold_me import lists_keep_up


def test_closing_stops_the_work_and_stamps_the_moment(session: Session) -> None:
    run = say(session, "Work").run
    assert run is not None
    with snapshot_keeps_up(session.id), lists_keep_up(session.owner_id):
        close_session(user_id=session.owner_id, session_id=session.id)
    assert Run.objects.get(id=run.id).status == "stopped"
    session.refresh_from_db()
    stamped = session.closed_at
    assert stamped is not None
    close_session(user_id=session.owner_id, session_id=session.id)
    session.refresh_from_db()
    assert session.closed_at == stamped
    with pytest.raises(SessionClosed):
        say(session, "More")


def test_taking_a_session_up_again_changes_nothing_else(session: Session) -> None:
    close_session(user_id=session.owner_id, session_id=session.id)
    before = session_record(Session.objects.get(id=session.id))
    with snapshot_keeps_up(session.id), lists_keep_up(session.owner_id):
        resume_session(user_id=session.owner_id, session_id=session.id)
    after = session_record(Session.objects.get(id=session.id))
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"closed_at", "updated_at"}
    assert say(session, "More").run is not None


def test_a_deleted_session_leaves_no_row_no_event_and_no_folder(
    world: World, session: Session
) -> None:
    ModelCall.objects.create(session_id=session.id, user_id=session.owner_id, model="m")
    run = say(session, "Work").run
    folder: Path = settings.AGENCY_WORKSPACES / str(session.workspace_id) / session.folder
    assert folder.is_dir()
    kept = outputs_folder(session.id) / "call.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("a whole result")
    with lists_keep_up(session.owner_id):
        delete_session(user_id=session.owner_id, session_id=session.id)
    assert run is not None
    for rows in (Run, Message, Interruption):
        assert not rows.objects.filter(session_id=session.id).exists()
    assert not Stream.objects.filter(subject=str(session.id)).exists()
    assert not folder.exists()
    assert not kept.parent.exists()
    assert ModelCall.objects.filter(session_id=session.id).exists()


def test_every_reader_is_told_of_a_deletion_and_others_cannot_delete(world: World) -> None:
    session = make_session(world, visibility="workspace")
    with pytest.raises(NotFound):
        delete_session(user_id=world.stranger.pk, session_id=session.id)
    delete_session(user_id=world.owner.pk, session_id=session.id)
    for person in (world.owner, world.editor, world.viewer):
        told = events_after(user_stream(person.pk), 0)[-1]
        assert (told["event"], told["data"]["session_id"]) == ("session_deleted", str(session.id))


def test_who_speaks_at_the_last_moment_is_stopped_too(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(session, "Work")
    rest, stopped = _rest.bring_to_rest, []

    def spoken_after(**asked: Any) -> None:
        rest(**asked)
        stopped.append(Run.objects.filter(session=session, status="stopped").count())
        if len(stopped) == 1:
            say(session, "One more thing")

    monkeypatch.setattr(_rest, "bring_to_rest", spoken_after)
    delete_session(user_id=session.owner_id, session_id=session.id)
    assert stopped == [1, 2]
    assert not Session.objects.filter(id=session.id).exists()

"""A copy says what its source says, stands on its own, and costs nothing."""

from typing import Any
from uuid import uuid4

import pytest

from agency.commands.copying._statement import UNFINISHED
from agency.commands.copying.duplicate_session import duplicate_session
from agency.commands.session._body import MessageBody
from agency.commands.session.delete_session import delete_session
from agency.commands.session.send_message import send_message
from agency.errors import NotSettled
from agency.files import outputs_folder, read_bytes
from agency.models import (
    Attachment,
    Branch,
    Interruption,
    Message,
    ModelCall,
    Policy,
    QueuedMessage,
    Run,
    Session,
    ToolCall,
)
from agency.queries.path import full_path
from agency.queries.session_usage import session_usage
from agency.queries.tool_output import tool_output
from framework.core.errors import Forbidden, IdempotencyMismatch, NotFound
from tests.copies import check_paths, fill, ids_of, told, work
from tests.factories import World, make_session, say
from tests.fold import snapshot_keeps_up
from tests.one_worker import OneWorker


@pytest.fixture
def full(session: Session) -> Session:
    fill(session)
    return session


def duplicate(session: Session, **more: Any) -> Session:
    made = duplicate_session(user_id=session.owner_id, session_id=session.id, **more)
    made.refresh_from_db()
    check_paths(made)
    return made


def test_a_copy_equals_its_source_but_for_ids(full: Session) -> None:
    with snapshot_keeps_up(full.id):
        made = duplicate(full)
    assert told(made) == told(full)
    assert not ids_of(made) & ids_of(full)
    assert (made.name, made.kind, made.status) == (f"{full.name} (copy)", "chat", full.status)
    assert told(duplicate(made)) == told(full)


def test_a_copy_costs_nothing(full: Session) -> None:
    before = ModelCall.objects.count()
    made = duplicate(full)
    assert ModelCall.objects.count() == before
    assert (session_usage(made.id)["calls"], session_usage(full.id)["calls"] > 0) == (0, True)


def test_a_copy_up_to_a_message_has_its_path_alone(full: Session) -> None:
    (side,) = Branch.objects.filter(session=full, base_branch__isnull=False)
    point = Message.objects.filter(branch=side, role="tool")[0]
    made = duplicate(full, up_to_message=point.id, name="Only this")
    (branch,) = Branch.objects.filter(session=made)
    assert (made.name, made.name_source, made.active_branch_id) == (
        "Only this",
        "person",
        branch.id,
    )
    assert branch.head_depth == point.depth
    source = [row for row in full_path(side.id) if row.depth <= point.depth]
    copied = full_path(branch.id)
    assert [row.content | {"id": 0} for row in copied] == [
        row.content | {"id": 0} for row in source
    ]
    assert ToolCall.objects.filter(session=made).count() == 1


def test_a_group_of_calls_is_taken_whole(full: Session) -> None:
    root = Branch.objects.get(session=full, base_branch=None)
    calling = Message.objects.get(branch=root, depth=2)
    for depth in (2, 3, 4):
        point = Message.objects.get(branch=root, depth=depth)
        made = duplicate(full, up_to_message=point.id)
        assert made.active_branch is not None
        assert made.active_branch.head_depth == 4
        assert ToolCall.objects.filter(session=made).count() == calling.calls.count() == 2


def test_the_copy_outlives_its_source_and_the_source_its_copy(full: Session) -> None:
    first, second = duplicate(full), duplicate(full)
    before = told(second)
    for gone in (full, first):
        delete_session(user_id=gone.owner_id, session_id=gone.id)
    assert told(second) == before
    (picture,) = Attachment.objects.filter(session=second)
    assert len(read_bytes(picture.path)) == picture.size
    call = ToolCall.objects.filter(session=second).exclude(output_path="").get()
    assert tool_output(call) == {
        "content": "The whole of it.",
        "is_error": False,
        "is_whole": True,
    }
    assert len(list(outputs_folder(second.id).iterdir())) == 1
    assert not outputs_folder(full.id).exists()


def test_a_copy_goes_on_alone(full: Session) -> None:
    made = duplicate(full)
    before = told(full)
    say(made, "And now?")
    work(made, "counter")
    check_paths(made)
    assert told(full) == before


def test_of_a_running_group_the_copy_says_what_was_not_finished(session: Session) -> None:
    say(session, "Go.")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("peek", "counter")
    worker.finishes(worker.begins())
    send_message(user_id=session.owner_id, session_id=session.id, body=MessageBody(text="Later."))
    made = duplicate(session)
    first, second = ToolCall.objects.filter(session=made).order_by("idx")
    assert (first.state, second.state) == ("done", "cancelled")
    assert second.result == {"content": UNFINISHED, "is_error": True}
    assert (made.status, Run.objects.get(session=made).status) == ("stopped", "stopped")
    assert not QueuedMessage.objects.filter(session=made).exists()
    assert Run.objects.get(session=session).status == "running"
    say(made, "Go on.")
    work(made)
    check_paths(made)


def test_of_a_waiting_run_no_question_comes_along(session: Session) -> None:
    say(session, "Ask me.")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("careful")
    worker.closes()
    assert Interruption.objects.get(session=session).status == "pending"
    made = duplicate(session)
    assert Interruption.objects.get(session=made).status == "cancelled"
    assert Run.objects.get(session=made).status == "stopped"


def test_a_message_under_way_is_no_end(session: Session) -> None:
    say(session, "Go.")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("peek")
    turn = Message.objects.get(session=session, role="ai")
    with pytest.raises(NotSettled):
        duplicate(session, up_to_message=turn.id)
    assert Session.objects.count() == 1


def test_the_same_request_makes_one_copy(full: Session) -> None:
    identity = uuid4()
    first = duplicate(full, copy_id=identity)
    assert duplicate(full, copy_id=identity).id == first.id == identity
    assert Session.objects.count() == 2
    with pytest.raises(IdempotencyMismatch):
        duplicate(full, copy_id=identity, name="Else")
    with pytest.raises(IdempotencyMismatch):
        duplicate(full, copy_id=full.id)


def test_who_reads_and_may_send_copies_and_owns_the_copy(world: World) -> None:
    session = make_session(world, visibility="workspace")
    fill(session)
    ids: Any = {"session_id": session.id}
    made = duplicate_session(user_id=world.editor.pk, **ids)
    assert (made.owner_id, made.visibility) == (world.editor.pk, "private")
    assert set(Attachment.objects.filter(session=made).values_list("owner_id", flat=True)) == {
        world.editor.pk
    }
    assert made.folder == f"session-{made.id}"
    with pytest.raises(Forbidden):
        duplicate_session(user_id=world.viewer.pk, **ids)
    with pytest.raises(NotFound):
        duplicate_session(user_id=world.stranger.pk, **ids)


def test_permissions_stay_with_the_source_and_refusals_go_along(full: Session) -> None:
    for outcome in ("allow", "ask", "deny"):
        Policy.objects.create(
            scope="session",
            workspace=full.workspace,
            session=full,
            pattern=f"{outcome}ed",
            outcome=outcome,
        )
    made = duplicate(full)
    rules = Policy.objects.filter(session=made).order_by("pattern")
    assert [row.outcome for row in rules] == ["ask", "deny"]

"""Time travel: from any message, with what was done before, and never done again."""

from typing import Any

import pytest
from langchain_core.messages import messages_from_dict

from agency.commands.session._body import MessageBody
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.edit_message import edit_message
from agency.commands.session.fork_message import Forked, fork_message
from agency.commands.session.regenerate import regenerate
from agency.commands.session.stop_session import stop_session
from agency.commands.session.switch_branch import switch_branch
from agency.errors import BranchLocked, SessionClosed
from agency.loop.prepare import prepare_turn
from agency.models import Branch, Message, Session, ToolCall
from agency.prompt.history import valid_history
from agency.queries.path import full_path
from framework.core.errors import NotFound
from framework.core.ids import uuid7
from tests.factories import World, make_session, say
from tests.fold import snapshot_keeps_up
from tests.one_worker import OneWorker
from tests.siblings import check_siblings


@pytest.fixture
def told(session: Session) -> Session:
    """A session of two turns, the first with a group of two calls: nine messages."""
    for tools in (("peek", "counter"), ("peek",)):
        worker = OneWorker(session)
        say(session, f"Use {len(tools)}.")
        worker.claims()
        worker.answers(*tools)
        for _ in tools:
            worker.finishes(worker.begins())
        worker.closes()
        worker.answers()
    session.refresh_from_db()
    return session


def at(session: Session, depth: int) -> Message:
    """The message that the session shows at a depth."""
    assert session.active_branch_id is not None
    return full_path(session.active_branch_id)[depth - 1]


def fork(session: Session, message: Message, **more: Any) -> Forked:
    forked = fork_message(
        user_id=session.owner_id, session_id=session.id, message_id=message.id, **more
    )
    session.refresh_from_db()
    check_all(session)
    return forked


def check_all(session: Session) -> None:
    """Every path is one that a model can be sent, and the client counts siblings right."""
    for branch in Branch.objects.filter(session=session):
        path = full_path(branch.id)
        rows = [{"type": one.role, "data": one.content} for one in path]
        assert valid_history(messages_from_dict(rows)) == []
        assert [one.depth for one in path] == list(range(1, branch.head_depth + 1))
        assert not path or path[-1].settled
    check_siblings(session)


def drive(session: Session, *tools: str) -> OneWorker:
    """A worker takes the run to its end."""
    worker = OneWorker(session)
    worker.claims()
    worker.answers(*tools)
    for _ in tools:
        worker.finishes(worker.begins())
    if tools:
        worker.closes()
        worker.answers()
    assert worker.run.status == "done"
    return worker


def test_a_fork_ends_at_its_message_and_takes_groups_whole(told: Session) -> None:
    main = told.active_branch_id
    assert main is not None
    path = full_path(main)
    for depth, end in ((1, 1), (2, 4), (3, 4), (4, 4), (5, 5), (7, 8)):
        with snapshot_keeps_up(told.id):
            forked = fork(told, path[depth - 1], name="Another way")
        assert forked.run is None
        assert (forked.branch.head_depth, forked.branch.name) == (end, "Another way")
        assert (forked.branch.base_branch_id, forked.branch.fork_depth) == (main, end)
        assert told.active_branch_id == forked.branch.id
        assert not told.runs.filter(branch=forked.branch).exists()


def test_a_rerun_goes_on_with_the_results_that_are_there(told: Session) -> None:
    assert told.active_branch_id is not None
    path, done = full_path(told.active_branch_id), ToolCall.objects.count()
    for depth, end in ((1, 1), (3, 4), (4, 4), (5, 4), (9, 8)):
        with snapshot_keeps_up(told.id):
            forked = fork(told, path[depth - 1], rerun=True)
            assert forked.run is not None and forked.run.branch_id == forked.branch.id
            worker = OneWorker(told)
            worker.claims()
            request = prepare_turn(worker.lease).request
            assert [one.id for one in request.messages] == [str(one.id) for one in path[:end]]
            worker.answers()
        assert worker.run.status == "done"
        forked.branch.refresh_from_db()
        assert forked.branch.head_depth == end + 1
    assert ToolCall.objects.count() == done
    check_all(told)


def test_the_fork_goes_on_like_any_branch_and_the_old_one_stays(told: Session) -> None:
    main = told.active_branch_id
    assert main is not None
    before = [one.id for one in full_path(main)]
    fork(told, at(told, 3))
    say(told, "Otherwise.")
    drive(told, "peek")
    assert [one.id for one in full_path(main)] == before
    check_all(told)
    fork(told, at(told, 5))
    fork(told, at(told, 2))
    say(told, "A third way.")
    drive(told)
    check_all(told)
    assert told.branches.count() == 4


def test_from_an_old_branch_one_forks_without_switching_to_it(told: Session) -> None:
    old = at(told, 6)
    edited(told, old, "Rather this.")
    drive(told, "peek")
    fork(told, old, rerun=True)
    drive(told)
    assert at(told, 6).id == old.id
    check_all(told)


def edited(session: Session, message: Message, text: str) -> Message:
    sent = edit_message(
        user_id=session.owner_id,
        session_id=session.id,
        message_id=message.id,
        body=MessageBody(text=text),
    )
    assert sent.message is not None
    session.refresh_from_db()
    check_siblings(session)
    return sent.message


def test_edits_of_edits_and_second_answers_in_the_middle_stay_valid(told: Session) -> None:
    message = at(told, 6)
    for text in ("Once", "Twice", "Three times"):
        message = edited(told, message, text)
        drive(told, "peek")
        check_all(told)
    for depth in (7, 5, 2):
        answer = at(told, depth)
        regenerate(user_id=told.owner_id, session_id=told.id, message_id=answer.id)
        told.refresh_from_db()
        drive(told, "counter")
        check_all(told)
    message = edited(told, at(told, 1), "From the start")
    drive(told)
    edited(told, message, "From the very start")
    drive(told)
    check_all(told)


def test_a_second_answer_from_a_branch_that_is_not_shown(told: Session) -> None:
    old = at(told, 7)
    edited(told, at(told, 6), "Rather this.")
    drive(told)
    regenerate(user_id=told.owner_id, session_id=told.id, message_id=old.id)
    told.refresh_from_db()
    drive(told, "peek")
    check_all(told)


def test_a_stop_on_one_branch_leaves_the_others_valid(told: Session) -> None:
    """Stopped in a group on one branch, gone on with on another, and back."""
    first = told.active_branch_id
    assert first is not None
    say(told, "Carefully.")
    worker = OneWorker(told)
    worker.claims()
    worker.answers("careful", "peek")
    stop_session(user_id=told.owner_id, session_id=told.id)
    worker.closes()
    check_all(told)
    told.refresh_from_db()
    fork(told, at(told, 5))
    say(told, "Another way.")
    drive(told, "peek")
    switch_branch(user_id=told.owner_id, session_id=told.id, branch_id=first)
    say(told, "Back again.")
    drive(told)
    check_all(told)


def test_a_branch_with_children_is_hidden_and_they_keep_their_paths(told: Session) -> None:
    main = told.active_branch_id
    assert main is not None
    forked = fork(told, at(told, 5)).branch
    say(told, "On the fork.")
    drive(told, "peek")
    inner = fork(told, at(told, 6)).branch
    say(told, "On the inner one.")
    drive(told)
    with snapshot_keeps_up(told.id):
        for branch in (main, forked.id):
            delete_branch(user_id=told.owner_id, session_id=told.id, branch_id=branch)
    check_all(told)
    assert len(full_path(inner.id)) == 8
    say(told, "Still there?")
    drive(told)
    check_all(told)


def test_a_fork_waits_for_no_run_but_a_rerun_stops_it(told: Session) -> None:
    message = at(told, 5)
    say(told, "Work on.")
    with pytest.raises(BranchLocked):
        fork(told, message)
    live = told.runs.get(status="queued")
    forked = fork(told, message, rerun=True)
    live.refresh_from_db()
    assert live.status == "stopped"
    assert forked.run is not None and forked.run.status == "queued"


def test_a_closed_session_is_not_travelled_in(told: Session) -> None:
    message = at(told, 5)
    close_session(user_id=told.owner_id, session_id=told.id)
    for rerun in (False, True):
        with pytest.raises(SessionClosed):
            fork(told, message, rerun=rerun)


def test_a_repeat_makes_no_second_branch(told: Session) -> None:
    identity, message = uuid7(), at(told, 5)
    first = fork(told, message, rerun=True, branch_id=identity)
    again = fork(told, message, rerun=True, branch_id=identity)
    assert (first.branch, first.run) == (again.branch, again.run)
    assert again.run is not None and again.run.status == "queued"
    assert told.branches.count() == 2


def test_a_message_of_another_session_is_not_there(told: Session, world: World) -> None:
    message = at(told, 5)
    other = make_session(world)
    with pytest.raises(NotFound):
        fork(other, message)

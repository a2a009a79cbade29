"""Edits and second answers are siblings; nothing is ever overwritten."""

import pytest

from agency.commands.session._body import MessageBody
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.edit_message import edit_message
from agency.commands.session.hide_branch import hide_branch
from agency.commands.session.regenerate import regenerate
from agency.commands.session.rename_branch import rename_branch
from agency.commands.session.switch_branch import switch_branch
from agency.errors import BranchLocked
from agency.models import Branch, Message, Session, ToolGroup
from agency.queries.branch_map import branch_map
from agency.queries.path import full_path
from agency.queries.session_snapshot import NEWEST_RUNS
from framework.core.errors import Invalid, Stale
from framework.events.keys import session_stream
from framework.events.replay import events_after
from tests.factories import answer_run, say
from tests.fold import fold, snapshot_keeps_up, take


def words(branch: Branch) -> list[str]:
    """What the branch shows, oldest first."""
    return [message.content["content"] for message in full_path(branch.id)]


def turn(session: Session, text: str, answer: str) -> Message:
    """One message and its answer on the active branch."""
    sent = say(session, text)
    assert sent.run is not None and sent.message is not None
    answer_run(sent.run, answer)
    return sent.message


def edited(session: Session, message: Message, text: str, answer: str) -> Message:
    sent = edit_message(
        user_id=session.owner_id,
        session_id=session.id,
        message_id=message.id,
        body=MessageBody(text=text),
    )
    assert sent.message is not None and sent.run is not None
    answer_run(sent.run, answer)
    return sent.message


def active(session: Session) -> Branch:
    session.refresh_from_db()
    assert session.active_branch is not None
    return session.active_branch


def test_an_edit_makes_a_sibling_and_keeps_the_old_branch(session: Session) -> None:
    turn(session, "a", "b")
    second = turn(session, "c", "d")
    main = active(session)
    with snapshot_keeps_up(session.id):
        edited(session, second, "C", "D")
    assert words(active(session)) == ["a", "b", "C", "D"]
    assert words(main) == ["a", "b", "c", "d"]


def test_siblings_of_an_edit_of_an_edit_share_base_and_depth(session: Session) -> None:
    turn(session, "a", "b")
    second = turn(session, "c", "d")
    main = active(session)
    third = edited(session, second, "C", "D")
    fourth = edited(session, third, "CC", "DD")
    forks = Branch.objects.exclude(id=main.id)
    assert {(fork.base_branch_id, fork.fork_depth) for fork in forks} == {(main.id, 2)}
    assert words(fourth.branch) == ["a", "b", "CC", "DD"]


def test_the_first_message_can_be_edited_again_and_again(session: Session) -> None:
    first = turn(session, "a", "b")
    second = edited(session, first, "A", "B")
    third = edited(session, second, "AA", "BB")
    assert words(third.branch) == ["AA", "BB"]
    assert {fork.fork_depth for fork in Branch.objects.exclude(base_branch=None)} == {0}


def test_a_second_answer_forks_before_the_first(session: Session) -> None:
    turn(session, "a", "b")
    answer = Message.objects.get(role="ai")
    with snapshot_keeps_up(session.id):
        run = regenerate(user_id=session.owner_id, session_id=session.id, message_id=answer.id)
        answer_run(run, "B")
    assert words(active(session)) == ["a", "B"]


def test_only_a_persons_message_is_edited_and_only_an_answer_made_again(session: Session) -> None:
    first = turn(session, "a", "b")
    answer = Message.objects.get(role="ai")
    with pytest.raises(Invalid):
        edit_message(
            user_id=session.owner_id,
            session_id=session.id,
            message_id=answer.id,
            body=MessageBody(text="x"),
        )
    with pytest.raises(Invalid):
        regenerate(user_id=session.owner_id, session_id=session.id, message_id=first.id)


def test_a_switch_shows_the_other_path_and_is_refused_while_a_run_is_live(
    session: Session,
) -> None:
    first = turn(session, "a", "b")
    main = active(session)
    edited(session, first, "A", "B")
    with snapshot_keeps_up(session.id):
        switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
    assert words(active(session)) == ["a", "b"]
    other = Branch.objects.exclude(id=main.id).get()
    say(session, "go on")
    with pytest.raises(BranchLocked):
        switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=other.id)


def test_the_shown_branch_stays_and_one_with_forks_is_hidden(session: Session) -> None:
    first = turn(session, "a", "b")
    main = active(session)
    edited(session, first, "A", "B")
    shown = active(session)
    with pytest.raises(BranchLocked):
        delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=shown.id)
    with snapshot_keeps_up(session.id):
        delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
    main.refresh_from_db()
    assert main.hidden


def test_a_leaf_branch_goes_with_its_messages(session: Session) -> None:
    first = turn(session, "a", "b")
    main = active(session)
    fork = edited(session, first, "A", "B").branch
    switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
    with snapshot_keeps_up(session.id):
        delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=fork.id)
    assert Message.objects.count() == 2


def test_a_branch_is_hidden_and_shown_again_but_never_the_active_one(session: Session) -> None:
    first = turn(session, "a", "b")
    main = active(session)
    edited(session, first, "A", "B")
    more = {"user_id": session.owner_id, "session_id": session.id}
    for hidden in (True, False):
        with snapshot_keeps_up(session.id):
            hide_branch(branch_id=main.id, hidden=hidden, **more)
        main.refresh_from_db()
        assert main.hidden is hidden
    with pytest.raises(BranchLocked):
        hide_branch(branch_id=active(session).id, hidden=True, **more)
    with pytest.raises(Stale):
        hide_branch(branch_id=main.id, hidden=True, version=1, **more)


def test_the_map_tells_what_each_branch_begins_and_ends_with(session: Session) -> None:
    first = turn(session, "a", "b")
    edited(session, first, "A", "B")
    ends = [(row["first"]["text"], row["head"]["text"]) for row in branch_map(session.id)]
    assert ends == [("a", "b"), ("A", "B")]


def test_the_runs_of_a_deleted_branch_leave_open_clients_too(session: Session) -> None:
    first = turn(session, "a", "b")
    main = active(session)
    fork = edited(session, first, "A", "B").branch
    gone = session.runs.get(branch=fork)
    switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
    state = take(session.id)
    assert str(gone.id) in {run["id"] for run in state["runs"]}
    delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=fork.id)
    fold(state, events_after(session_stream(session.id), state["cursor"][f"session.{session.id}"]))
    assert str(gone.id) not in {run["id"] for run in state["runs"]}


def test_clients_keep_as_many_runs_as_a_fresh_one_is_shown(session: Session) -> None:
    first = turn(session, "a", "b")
    main = active(session)
    with snapshot_keeps_up(session.id):
        fork = edited(session, first, "A", "B").branch
        switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
        for number in range(NEWEST_RUNS):
            turn(session, f"{number}", "b")
    with snapshot_keeps_up(session.id):
        delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=fork.id)


def test_a_branch_brings_the_groups_of_its_page(session: Session) -> None:
    first = turn(session, "a", "b")
    answer = Message.objects.get(role="ai")
    ToolGroup.objects.create(session=session, message=answer, name="Two looks")
    main = active(session)
    with snapshot_keeps_up(session.id):
        edited(session, first, "A", "B")
    with snapshot_keeps_up(session.id):
        switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)


def test_a_branch_takes_a_name(session: Session) -> None:
    branch = active(session)
    with snapshot_keeps_up(session.id):
        rename_branch(
            user_id=session.owner_id, session_id=session.id, branch_id=branch.id, name="Plan B"
        )
    branch.refresh_from_db()
    assert (branch.name, branch.version) == ("Plan B", 2)

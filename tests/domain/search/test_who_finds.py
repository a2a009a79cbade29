"""Nobody finds what they may not see, and what goes, goes from search too."""

from agency.commands.session._body import MessageBody
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.launch_session import Launch, launch_session
from agency.commands.session.switch_branch import switch_branch
from agency.commands.session.update_session import update_session
from agency.models import Branch, Membership, Message, SearchDuty, SearchText, Session
from agency.queries.search_everything import every_message_with, every_session_with
from tests.factories import World, answer_run, make_session, make_world, say
from tests.searching import found, found_messages, index_all


def share(session: Session, visibility: str) -> None:
    changes = {"visibility": visibility}
    update_session(user_id=session.owner_id, session_id=session.id, changes=changes)


def edited(session: Session, message: Message, text: str) -> Message:
    sent = edit_message(
        user_id=session.owner_id,
        session_id=session.id,
        message_id=message.id,
        body=MessageBody(text=text),
    )
    assert sent.run is not None and sent.message is not None
    answer_run(sent.run, "well")
    return sent.message


def turn(session: Session, text: str) -> Message:
    sent = say(session, text)
    assert sent.run is not None and sent.message is not None
    answer_run(sent.run, "well")
    return sent.message


def test_a_private_session_is_found_by_its_owner_alone(world: World, session: Session) -> None:
    say(session, "platypus")
    people = (world.owner, world.editor, world.viewer, world.stranger, make_world().owner)
    assert [len(found(one, "platypus")) for one in people] == [1, 0, 0, 0, 0]
    assert [len(found(one, "platypus", session_id=session.id)) for one in people] == [1, 0, 0, 0, 0]


def test_sharing_and_its_end_hold_at_once_and_the_index_follows(
    world: World, session: Session
) -> None:
    say(session, "platypus")
    index_all()
    share(session, "workspace")
    people = (world.owner, world.editor, world.viewer, world.stranger)
    assert [len(found(one, "platypus")) for one in people] == [1, 1, 1, 0]
    share(session, "private")
    SearchDuty.objects.all().delete()  # before the index has followed
    assert [len(found(one, "platypus")) for one in people] == [1, 0, 0, 0]


def test_former_members_find_no_more_than_their_own(world: World, session: Session) -> None:
    share(session, "workspace")
    say(session, "platypus")
    own = make_session(world, owner=world.editor)
    share(own, "workspace")
    say(own, "platypus too")
    assert len(found(world.editor, "platypus")) == 2
    Membership.objects.filter(user=world.editor).delete()
    assert [one["session_id"] for one in found(world.editor, "platypus")] == [str(own.id)]


def test_children_are_found_only_when_asked_for(world: World, session: Session) -> None:
    say(session, "platypus")
    Session.objects.filter(id=session.id).update(kind="child")
    assert found(world.owner, "platypus") == []
    assert len(found(world.owner, "platypus", children=True)) == 1
    assert len(found(world.owner, "platypus", session_id=session.id)) == 1


def test_other_workspaces_are_left_out_when_one_is_named(world: World, session: Session) -> None:
    say(session, "platypus")
    other = make_world().workspace.id
    assert len(found(world.owner, "platypus", workspace_id=world.workspace.id)) == 1
    assert found(world.owner, "platypus", workspace_id=other) == []


def test_a_hidden_branch_shows_only_what_a_visible_one_inherits(
    world: World, session: Session
) -> None:
    turn(session, "one")
    second = turn(session, "platypus two")
    main = Branch.objects.get(session=session)
    third = edited(session, second, "three")
    turn(session, "four")
    edited(session, third, "five")
    middle = third.branch
    delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
    assert Branch.objects.get(id=main.id).hidden
    assert found_messages(world.owner, "one") == ["one"]
    assert found(world.owner, "platypus") == []
    switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=middle.id)
    assert found_messages(world.owner, "three") == ["three"]


def test_a_deleted_session_and_a_deleted_branch_leave_nothing_behind(
    world: World, session: Session
) -> None:
    first = turn(session, "platypus")
    main = Branch.objects.get(session=session)
    fork = edited(session, first, "wombat")
    assert len(found(world.owner, "wombat")) == 1
    switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=main.id)
    delete_branch(user_id=session.owner_id, session_id=session.id, branch_id=fork.branch_id)
    assert not SearchText.objects.filter(message_id=fork.id).exists()
    delete_session(user_id=session.owner_id, session_id=session.id)
    assert not SearchText.objects.exists()
    assert found(world.owner, "platypus") == []


def test_a_session_deleted_before_it_was_indexed_is_passed_over(
    world: World, session: Session
) -> None:
    say(session, "platypus")
    delete_session(user_id=session.owner_id, session_id=session.id)
    index_all()
    assert not SearchText.objects.exists() and not SearchDuty.objects.exists()


def test_staff_finds_everything(world: World, session: Session) -> None:
    launch = Launch(agent_id=world.agent.id, name="Platypus diary")
    named, _ = launch_session(user_id=world.editor.pk, launch=launch)
    sent = say(session, "platypus")
    assert sent.message is not None
    index_all()
    assert set(every_session_with("platypus")) == {session.id, named.id}
    assert every_message_with("platypus") == [sent.message.id]

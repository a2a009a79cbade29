"""Who has left a workspace reads what they own there, ends it, and runs nothing more."""

import pytest

from agency.commands.catalogue.remove_member import remove_member
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.stop_session import stop_session
from agency.commands.session.update_session import update_session
from agency.models import Membership, Run, Session
from agency.queries.session_snapshot import session_snapshot
from framework.core.errors import Forbidden, NotFound
from tests.factories import World, make_session, say


@pytest.fixture
def left(world: World) -> Session:
    """A session with a queued run, whose owner has just lost the place."""
    session = make_session(world, owner=world.editor)
    say(session, "Before")
    member = Membership.objects.get(workspace=world.workspace, user=world.editor)
    remove_member(user_id=world.owner.pk, workspace_id=world.workspace.id, member_id=member.id)
    return session


def test_a_former_member_spends_nothing_of_the_workspace(world: World, left: Session) -> None:
    with pytest.raises(Forbidden):
        say(left, "After")
    with pytest.raises(Forbidden):
        update_session(user_id=world.editor.pk, session_id=left.id, changes={"name": "Mine"})
    with pytest.raises(NotFound):
        make_session(world, owner=world.editor)


def test_a_former_member_reads_stops_closes_and_deletes_what_is_theirs(
    world: World, left: Session
) -> None:
    me = world.editor.pk
    assert len(session_snapshot(me, left.id)["messages"]) == 1
    stop_session(user_id=me, session_id=left.id)
    assert Run.objects.get(session=left).status == "stopped"
    close_session(user_id=me, session_id=left.id)
    delete_session(user_id=me, session_id=left.id)
    assert not Session.objects.filter(id=left.id).exists()

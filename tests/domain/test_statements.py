"""Statements that are made once do what Django's own would."""

from uuid import uuid4

import pytest

from agency.models import Branch, Message, Run, Session
from framework.db.compiled import Compiled, Given
from framework.db.touch import insert_row, save_columns, save_stamped
from tests.factories import World, make_session, say


def test_a_compiled_queryset_finds_what_it_would_find_itself(
    world: World, session: Session
) -> None:
    branches = Compiled(
        lambda: Branch.objects.select_related("session__agent", "session__mode").filter(
            pk=Given("branch")
        )
    )
    for one in (session, make_session(world)):
        branch = branches.first(branch=one.active_branch_id)
        assert branch is not None
        assert branch == one.active_branch
        assert branch.session == one
        assert branch.session.agent == world.agent
        assert branch.session.mode is None
    assert branches.all(branch=uuid4()) == []


def test_a_compiled_queryset_sends_columns_and_says_whether_there_is_a_row(
    session: Session,
) -> None:
    first = say(session, "one")
    assert first.run is not None and first.message is not None
    ids = Compiled(
        lambda: Message.objects.filter(
            session=Given("session"), depth__lte=Given("depth"), role="human"
        ).values_list("id", flat=True)
    )
    assert ids.all(session=session, depth=5) == [first.message.id]
    assert ids.exists(session=session.id, depth=5)
    assert not ids.exists(session=session.id, depth=0)
    with pytest.raises(KeyError):
        ids.all(session=session.id)


def test_a_row_is_inserted_with_what_the_database_fills_in(session: Session) -> None:
    branch = session.active_branch
    assert branch is not None
    run = Run(session=session, branch=branch, error={"code": "none"})
    insert_row(run)
    found = Run.objects.get(id=run.id)
    assert (run.created_at, run.queued_at) == (found.created_at, found.queued_at)
    assert (run.fence, run.error) == (found.fence, found.error)
    assert not run._state.adding


def test_columns_are_saved_alone_or_with_the_moment(session: Session) -> None:
    before = session.updated_at
    session.name, session.overrides = "Other", {"thinking": "low"}
    save_columns(session, "name")
    found = Session.objects.get(id=session.id)
    assert (found.name, found.overrides, found.updated_at) == ("Other", {}, before)
    save_stamped(session, "overrides")
    found = Session.objects.get(id=session.id)
    assert (found.overrides, found.updated_at) == ({"thinking": "low"}, session.updated_at)
    assert session.updated_at > before

"""Every member's interface follows the catalogue by its events alone."""

from typing import Any

from agency.commands.catalogue.create_row import create_row
from agency.commands.catalogue.delete_row import delete_row
from agency.commands.catalogue.update_row import update_row
from agency.commands.catalogue.update_workspace import update_workspace
from agency.commands.session.update_session import update_session
from agency.models import Interruption, Mode
from tests.factories import World, make_session, say
from tests.fold import snapshot_keeps_up
from tests.fold_me import lists_keep_up


def made(world: World, resource: str, **fields: Any) -> Any:
    return create_row(
        user_id=world.owner.pk,
        resource=resource,
        workspace_id=world.workspace.id,
        fields={"name": resource.title(), **fields},
    )


def dropped(world: World, resource: str, row: Any) -> None:
    delete_row(user_id=world.owner.pk, resource=resource, row_id=row.id)


def test_rows_that_come_change_and_go_reach_every_member(world: World) -> None:
    session = make_session(world, visibility="workspace")
    keeps_up = lists_keep_up(world.owner.pk, world.viewer.pk)
    with keeps_up, snapshot_keeps_up(session.id):
        provider = made(world, "provider", kind="demo")
        made(world, "model", provider_id=provider.id, model_id="other")
        agent = made(world, "agent")
        made(world, "mode", slug="plan")
        update_row(
            user_id=world.owner.pk,
            resource="agent",
            row_id=agent.id,
            changes={"name": "Another", "limits": {"steps": 3}},
        )
        update_workspace(
            user_id=world.owner.pk,
            workspace_id=world.workspace.id,
            changes={"name": "Renamed", "default_model_id": world.model.id},
        )
        update_row(
            user_id=world.owner.pk, resource="agent", row_id=world.agent.id, changes={"name": "Ann"}
        )
        dropped(world, "agent", agent)
        dropped(world, "provider", provider)


def test_what_pointed_at_a_deleted_row_follows_too(world: World) -> None:
    mode: Mode = made(world, "mode", slug="plan")
    changes = {"model_id": world.model.id, "mode_id": mode.id}
    update_row(user_id=world.owner.pk, resource="agent", row_id=world.agent.id, changes=changes)
    update_workspace(
        user_id=world.owner.pk,
        workspace_id=world.workspace.id,
        changes={"default_model_id": world.model.id},
    )
    session = make_session(world, visibility="workspace", mode_id=mode.id)
    say(session, "Hello")
    keeps_up = lists_keep_up(world.owner.pk, world.viewer.pk)
    with keeps_up, snapshot_keeps_up(session.id):
        dropped(world, "mode", mode)
        dropped(world, "provider", world.model.provider)
        dropped(world, "agent", world.agent)


def test_a_question_follows_the_name_of_its_session(world: World) -> None:
    session = make_session(world)
    run = say(session, "Hello").run
    assert run is not None
    Interruption.objects.create(session=session, run=run, kind="limit", prompt={})
    with lists_keep_up(world.owner.pk), snapshot_keeps_up(session.id):
        changes = {"name": "Another name"}
        update_session(user_id=world.owner.pk, session_id=session.id, changes=changes)

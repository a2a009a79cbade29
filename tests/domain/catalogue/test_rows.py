"""The catalogue: checked field by field, versioned, kept from strangers, told to members."""

from uuid import UUID

import pytest

from agency.commands.catalogue.create_row import NameTaken, create_row
from agency.commands.catalogue.delete_row import delete_row
from agency.commands.catalogue.update_row import update_row
from agency.commands.catalogue.update_workspace import update_workspace
from agency.models import Agent, Model, Provider
from agency.queries.catalogue import provider_card
from agency.queries.effective_model import provider_key
from framework.core.errors import Forbidden, Invalid, NotFound, Stale
from framework.events.keys import workspace_stream
from framework.events.replay import events_after
from tests.factories import World


def make_provider(world: World, **fields: object) -> Provider:
    row: Provider = create_row(
        user_id=world.owner.pk,
        resource="provider",
        workspace_id=world.workspace.id,
        fields={"name": "Anthropic", "kind": "anthropic", **fields},
    )
    return row


def topics(world: World) -> list[str]:
    frames = events_after(workspace_stream(world.workspace.id), 0)
    return [frame["topic"].split(".", 2)[-1] for frame in frames]


def test_a_key_is_encrypted_and_never_read_back(world: World) -> None:
    provider = make_provider(world, key="sk-canary-12345678")
    assert b"canary" not in bytes(provider.encrypted_key or b"")
    assert provider_key(provider) == "sk-canary-12345678"
    card = provider_card(provider)
    assert card["has_key"] and "canary" not in str(card)
    frames = events_after(workspace_stream(world.workspace.id), 0)
    assert "canary" not in str(frames)


def test_a_blank_key_forgets_the_stored_one(world: World) -> None:
    provider = make_provider(world, key="sk-canary-12345678")
    changed = update_row(
        user_id=world.owner.pk, resource="provider", row_id=provider.id, changes={"key": ""}
    )
    assert changed.encrypted_key is None


def test_every_field_at_fault_is_named_at_once(world: World) -> None:
    with pytest.raises(Invalid) as refusal:
        make_provider(world, name="a\x00", slots=0, base_url="ftp://x", colour="red")
    assert set(refusal.value.errors) == {"name", "slots", "base_url", "colour"}


@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/", "https://user@host/", "https://h/?q=1", "//x", "http://[::"]
)
def test_an_address_with_tricks_is_refused(world: World, url: str) -> None:
    with pytest.raises(Invalid):
        make_provider(world, base_url=url)


def test_an_editor_sets_up_agents_but_not_providers(world: World) -> None:
    with pytest.raises(Forbidden):
        create_row(
            user_id=world.editor.pk,
            resource="provider",
            workspace_id=world.workspace.id,
            fields={"name": "x", "kind": "demo"},
        )
    agent = create_row(
        user_id=world.editor.pk,
        resource="agent",
        workspace_id=world.workspace.id,
        fields={"name": "Writer", "model_id": str(world.model.id)},
    )
    assert isinstance(agent, Agent) and agent.model == world.model


def test_a_strangers_id_looks_like_no_id(world: World) -> None:
    for user in (world.stranger,):
        with pytest.raises(NotFound):
            update_row(
                user_id=user.pk, resource="agent", row_id=world.agent.id, changes={"name": "x"}
            )
    with pytest.raises(NotFound):
        update_row(
            user_id=world.owner.pk, resource="agent", row_id=UUID(int=7), changes={"name": "x"}
        )


def test_a_stale_edit_gets_the_current_row(world: World) -> None:
    user = world.owner.pk
    update_row(user_id=user, resource="agent", row_id=world.agent.id, changes={"role": "a"})
    with pytest.raises(Stale) as refusal:
        update_row(
            user_id=user,
            resource="agent",
            row_id=world.agent.id,
            changes={"role": "b"},
            version=1,
        )
    assert refusal.value.extra["current"]["role"] == "a"


def test_members_are_told_of_every_change(world: World) -> None:
    provider = make_provider(world)
    update_row(
        user_id=world.owner.pk, resource="provider", row_id=provider.id, changes={"name": "B"}
    )
    delete_row(user_id=world.owner.pk, resource="provider", row_id=provider.id)
    assert topics(world) == ["catalog.created", "catalog.updated", "catalog.deleted"]


def test_the_same_model_twice_is_refused_by_name(world: World) -> None:
    fields = {
        "name": "Again",
        "provider_id": str(world.model.provider_id),
        "model_id": world.model.model_id,
    }
    with pytest.raises(NameTaken):
        create_row(
            user_id=world.owner.pk,
            resource="model",
            workspace_id=world.workspace.id,
            fields=fields,
        )
    assert Model.objects.count() == 1


def test_a_workspace_default_must_be_its_own_model(world: World) -> None:
    from tests.factories import make_world

    other = make_world()
    with pytest.raises((Invalid, NotFound)):
        update_workspace(
            user_id=world.owner.pk,
            workspace_id=world.workspace.id,
            changes={"default_model_id": str(other.model.id)},
        )

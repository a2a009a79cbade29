"""Session, agent, environment, workspace: the closest that can be called is used, as it is now."""

import pytest

from agency.commands.catalogue.update_row import update_row
from agency.commands.catalogue.update_workspace import update_workspace
from agency.commands.session.update_session import update_session
from agency.errors import NoModel
from agency.models import Agent, Model, Provider, Session
from agency.queries.effective_model import effective_model
from framework.core.secrets import encrypt
from tests.factories import World


def make_model(world: World, name: str, **abilities: bool) -> Model:
    """A model of a provider with a key."""
    provider, _ = Provider.objects.get_or_create(
        workspace=world.workspace,
        name="Real",
        kind="anthropic",
        defaults={"encrypted_key": encrypt("sk-test-0000"), "key_source": "stored"},
    )
    return Model.objects.create(
        workspace=world.workspace,
        provider=provider,
        name=name,
        model_id=name,
        abilities=abilities,
    )


def chosen(session: Session) -> tuple[str, str]:
    found = effective_model(Session.objects.get(id=session.id))
    return found.model.name, found.source


def test_each_closer_choice_overrules_the_wider_ones(
    world: World, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = world.owner.pk
    names = ("first", "workspace", "environment", "agent", "session")
    models = {name: make_model(world, name) for name in names}
    assert chosen(session) == ("first", "first")
    update_workspace(
        user_id=me,
        workspace_id=world.workspace.id,
        changes={"default_model_id": models["workspace"].id},
    )
    assert chosen(session) == ("workspace", "workspace")
    monkeypatch.setenv("MODEL", "environment")
    assert chosen(session) == ("environment", "environment")
    update_row(
        user_id=me,
        resource="agent",
        row_id=world.agent.id,
        changes={"model_id": models["agent"].id},
    )
    assert chosen(session) == ("agent", "agent")
    change = {"model": models["session"].id}
    update_session(user_id=me, session_id=session.id, changes=change)
    assert chosen(session) == ("session", "session")
    update_session(user_id=me, session_id=session.id, changes={"name": "Renamed"})
    assert chosen(session) == ("session", "session")
    update_session(user_id=me, session_id=session.id, changes={"model": None})
    assert chosen(session) == ("agent", "agent")


def test_an_agent_may_prefer_an_ability_whatever_it_is_called(
    world: World, session: Session
) -> None:
    make_model(world, "blind")
    make_model(world, "seeing", vision=True)
    Agent.objects.filter(id=world.agent.id).update(prefers=["vision__in", "x__regex", "vision"])
    assert chosen(session) == ("seeing", "agent")


def test_without_a_key_the_demo_model_answers_and_without_any_model_there_is_a_name_for_it(
    world: World, session: Session
) -> None:
    make_model(world, "real")
    Provider.objects.filter(name="Real").update(encrypted_key=None, key_source="none")
    assert chosen(session) == (world.model.name, "first")
    Model.objects.update(enabled=False)
    with pytest.raises(NoModel):
        chosen(session)

"""Providers that speak OpenAI's API, and plug-ins: what may be set, found and added."""

from typing import Any

import pytest

from agency.commands.catalogue.create_row import create_row
from agency.commands.catalogue.probe import probe_model, probe_provider
from agency.commands.catalogue.served import NotServed, look_around, served_models
from agency.commands.catalogue.update_row import update_row
from agency.llm.openai import discover
from agency.llm.plugin.allowed import VARIABLE
from agency.models import Model, Provider
from agency.queries.catalogue import provider_card
from framework.core.errors import Forbidden, Invalid
from tests.factories import World, make_world
from tests.fakes.model.server import FakeModel
from tests.fakes.openai.fixture import fake_openai

__all__ = ["fake_openai"]

CLASS = "tests.fakes.openai.chat_model.FakeChat"


@pytest.fixture
def world(transactional_db: None) -> World:
    return make_world()


def provider(world: World, **fields: Any) -> Provider:
    row: Provider = create_row(
        user_id=world.owner.pk,
        resource="provider",
        workspace_id=world.workspace.id,
        fields={"name": "Local", "kind": "openai", **fields},
    )
    return row


def administrator(world: World) -> None:
    world.owner.is_staff = True
    world.owner.save()


def test_only_an_administrator_chooses_the_class_of_a_plug_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, CLASS)
    for options in ({"class": CLASS}, {"arguments": {}}):
        with pytest.raises(Forbidden):
            provider(world, kind="plugin", options=options)
    administrator(world)
    options = {"class": CLASS, "arguments": {"base_url": "http://127.0.0.1:9"}}
    row = provider(world, kind="plugin", options=options)
    assert provider_card(row)["options"] == {"class": CLASS}


def test_a_class_must_be_on_the_list_of_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    administrator(world)
    monkeypatch.setenv(VARIABLE, CLASS)
    with pytest.raises(Invalid):
        provider(world, kind="plugin", options={"class": "subprocess.Popen"})
    row = provider(world, kind="plugin", options={"class": CLASS})
    monkeypatch.setenv(VARIABLE, "")
    assert "may load" in probe_provider(user_id=world.owner.pk, provider_id=row.id).detail


@pytest.mark.parametrize(
    "options", [{"colour": "red"}, {"api": "smoke"}, {"reasoning_field": "a b"}, {"class": 3}, []]
)
def test_other_options_are_refused(world: World, options: Any) -> None:
    with pytest.raises(Invalid):
        provider(world, options=options)
    assert provider(world, options={"api": "responses"}).options == {"api": "responses"}


def test_a_key_does_not_follow_a_plug_in_to_another_class(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    administrator(world)
    monkeypatch.setenv(VARIABLE, CLASS)
    row = provider(world, kind="plugin", key="sk-canary-0123")
    with pytest.raises(Invalid) as refused:
        update_row(
            user_id=world.owner.pk,
            resource="provider",
            row_id=row.id,
            changes={"options": {"class": CLASS}},
        )
    assert "key" in refused.value.errors


def test_what_a_provider_serves_is_listed_and_added_once(
    world: World, fake_openai: FakeModel
) -> None:
    row = provider(world, base_url=fake_openai.url, key="sk-test-0000")
    asked = {"user_id": world.owner.pk, "provider_id": row.id}
    assert served_models(**asked).served == ["gpt-5.4", "gpt-4.1-mini", "llama3.3:70b"]
    assert not Model.objects.filter(provider=row).exists()
    for expected in (["gpt-5.4"], []):
        added = served_models(**asked, add=["gpt-5.4"]).added
        assert [one.model_id for one in added] == expected
    with pytest.raises(Invalid):
        served_models(**asked, add=["gpt-9"])
    model = Model.objects.get(provider=row)
    assert probe_model(user_id=world.owner.pk, model_id=model.id).ok


def test_one_that_does_not_answer_says_what_to_check(world: World) -> None:
    row = provider(world, base_url="http://127.0.0.1:9/v1")
    with pytest.raises(NotServed) as refused:
        served_models(user_id=world.owner.pk, provider_id=row.id)
    assert "base URL" in refused.value.detail


def test_servers_of_this_machine_are_found_with_their_models(
    world: World, fake_openai: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(fake_openai.url.rpartition(":")[2])
    places = (("Ollama", port), ("LM Studio", 9))
    real = discover.local_servers
    monkeypatch.setattr(discover, "local_servers", lambda: real(places))
    found = look_around(user_id=world.owner.pk, workspace_id=world.workspace.id)
    assert [(one["name"], one["provider_id"]) for one in found] == [("Ollama", None)]
    assert "gpt-5.4" in found[0]["models"]
    row = provider(world, base_url=f"http://localhost:{port}")
    again = look_around(user_id=world.owner.pk, workspace_id=world.workspace.id)
    assert again[0]["provider_id"] == str(row.id)

"""Another model stands in, and people are told."""

from datetime import timedelta

import pytest

from agency.models import Model, ModelCall, Provider, Session
from framework.db.clock import db_now
from framework.events.models import Event
from tests.factories import World, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import path, wait_for


@pytest.fixture
def second(world: World) -> Model:
    """The model that the agent falls back on, at a provider of its own."""
    first = world.model.provider
    other = Provider.objects.create(
        workspace=world.workspace,
        name="Second",
        kind="anthropic",
        base_url=first.base_url,
        encrypted_key=first.encrypted_key,
    )
    made = Model.objects.create(
        workspace=world.workspace, provider=other, name="Spare", model_id="claude-spare"
    )
    world.agent.fallbacks = [str(made.id)]
    world.agent.save()
    return made


def told() -> list[tuple[str, str | None]]:
    frames = [row.frame for row in Event.objects.order_by("id")]
    found = [one["data"] for one in frames if one.get("event") == "step_start"]
    return list(dict.fromkeys((one["model"], one["fallback_of"]) for one in found))


@pytest.mark.parametrize("status", [529, 429])
def test_a_model_that_is_not_to_be_had_is_replaced_at_once(
    session: Session, second: Model, fake_model: FakeModel, hub: RunningHub, status: int
) -> None:
    fake_model.script({"status": status, "retry_after": 60}, {"text": "From the spare."})
    with snapshot_keeps_up(session.id):
        wait_for(say(session, "Hello").run, "done")
    assert path(session)[-1] == ("ai", "From the spare.")
    assert [one["body"]["model"] for one in fake_model.requests] == ["claude-test", "claude-spare"]
    calls = ModelCall.objects.order_by("created_at").values_list("model", "fallback_of", "state")
    assert list(calls) == [("claude-test", "", "failed"), ("claude-spare", "claude-test", "done")]
    assert told() == [("claude-test", None), ("claude-spare", "claude-test")]


def test_a_provider_that_everybody_leaves_alone_is_not_even_asked(
    world: World, session: Session, second: Model, fake_model: FakeModel, hub: RunningHub
) -> None:
    until = db_now() + timedelta(seconds=60)
    Provider.objects.filter(pk=world.model.provider_id).update(cooldown_until=until)
    wait_for(say(session, "Hello").run, "done")
    assert [one["body"]["model"] for one in fake_model.requests] == ["claude-spare"]


def test_a_model_that_does_not_exist_is_replaced(
    world: World, session: Session, second: Model, fake_model: FakeModel, hub: RunningHub
) -> None:
    Model.objects.filter(pk=world.model.pk).update(model_id="unknown-model")
    wait_for(say(session, "Hello").run, "done")
    assert ModelCall.objects.filter(fallback_of="unknown-model", state="done").exists()
    fake_model.reset()


def test_a_run_fails_when_its_fallback_fails_too(
    session: Session, second: Model, fake_model: FakeModel, hub: RunningHub
) -> None:
    second.delete()
    fake_model.script({"status": 404, "message": "model: gone", "times": 0})
    run = wait_for(say(session, "Hello").run, "failed")
    assert run.error is not None and run.error["code"] == "model_fatal"
    assert len(fake_model.requests) == 2


def test_a_refused_key_is_no_reason_to_take_another_model(
    session: Session, second: Model, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"status": 401, "message": "invalid x-api-key"})
    wait_for(say(session, "Hello").run, "failed")
    assert len(fake_model.requests) == 1

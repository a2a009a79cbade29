"""A world whose model is the fake provider, and a hub that drives its runs."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from agency.loop import hub as hub_module
from agency.models import Session
from agency.queries import run_duties
from framework.core.secrets import encrypt
from tests.chaos_tools import agency_tools
from tests.chaos_tools.effects import LOG
from tests.factories import World, make_session, make_world
from tests.fakes.model.fixture import fake_model
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub, running_hub

__all__ = ["agency_tools", "fake_model"]


@pytest.fixture
def world(transactional_db: None, fake_model: FakeModel) -> World:
    """The agent's model is served by the fake."""
    made = make_world("anthropic", base_url=fake_model.url)
    made.model.provider.encrypted_key = encrypt("sk-test-0000")
    made.model.provider.save()
    made.agent.model = made.model
    made.agent.save()
    return made


@pytest.fixture
def session(world: World) -> Session:
    """An idle session of the world's owner."""
    return make_session(world)


@pytest.fixture
def hub(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningHub]:
    """A hub that is up; without a queue of hints it looks for queued runs all the time."""
    monkeypatch.setattr(run_duties, "FORGOTTEN", timedelta(0))
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.05)
    with running_hub() as running:
        yield running


@pytest.fixture(autouse=True)
def effect_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the test's tools leave their traces."""
    path = tmp_path / "effects.jsonl"
    monkeypatch.setenv(LOG, str(path))
    return path

"""Fixtures of tests that drive runs: the agent's model is the fake provider."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agency.models import Session
from framework.core.secrets import encrypt
from tests.chaos_tools.effects import LOG
from tests.factories import World, make_session, make_world
from tests.fakes.model.fixture import fake_model
from tests.fakes.model.server import FakeModel
from tests.workers import Workers, running_workers

__all__ = ["effect_log", "fake_model", "session", "workers", "world"]


@pytest.fixture
def world(transactional_db: None, fake_model: FakeModel) -> World:
    """A workspace whose agent's model is served by the fake."""
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
def effect_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tools of the test leave their traces."""
    path = tmp_path / "effects.jsonl"
    monkeypatch.setenv(LOG, str(path))
    return path


@pytest.fixture
def workers(world: World, effect_log: Path, tmp_path: Path) -> Iterator[Workers]:
    """A place to start worker processes on the test's database."""
    with running_workers(tmp_path) as running:
        yield running

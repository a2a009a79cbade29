"""A hub in this process drives the runs of these tests."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from agency.loop import hub as hub_module
from agency.queries import run_duties
from tests.chaos_tools import agency_tools
from tests.factories import World
from tests.hub import RunningHub, running_hub
from tests.run_world import effect_log, fake_model, session, world

__all__ = ["agency_tools", "effect_log", "fake_model", "session", "world"]


@pytest.fixture
def hub(world: World, effect_log: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningHub]:
    """A hub that is up; without a queue of hints it looks for queued runs all the time."""
    monkeypatch.setattr(run_duties, "FORGOTTEN", timedelta(0))
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.05)
    with running_hub() as running:
        yield running

"""Small jobs are asked for here, and a hub in this process does them."""

from typing import Any

import pytest

from agency.loop import small_jobs
from tests.domain.run.conftest import agency_tools, effect_log, fake_model, hub, session, world

__all__ = ["agency_tools", "effect_log", "fake_model", "hub", "session", "world"]


@pytest.fixture(autouse=True)
def _small_jobs(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.AGENCY_SMALL_JOBS = True
    monkeypatch.setattr(small_jobs, "LOOK_SECONDS", 0.05)

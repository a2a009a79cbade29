"""Runs on real worker processes, which these tests kill."""

import pytest

from tests.run_world import effect_log, fake_model, session, workers, world

__all__ = ["effect_log", "fake_model", "session", "workers", "world"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a crash test."""
    for item in items:
        if "crash/run" in item.nodeid:
            item.add_marker(pytest.mark.crash)

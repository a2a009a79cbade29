"""Runs on real worker processes."""

from tests.run_world import effect_log, fake_model, session, workers, world

__all__ = ["effect_log", "fake_model", "session", "workers", "world"]

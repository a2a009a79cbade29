"""Fixtures of the contract tests."""

from tests.fakes.model.fixture import fake_model

__all__ = ["fake_model"]

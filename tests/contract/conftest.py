"""Fixtures of the contract tests."""

import pytest

from tests.contract.people import Crowd, make_crowd
from tests.fakes.model.fixture import fake_model
from tests.plugin.stack import Stack

__all__ = ["fake_model"]


@pytest.fixture(scope="session")
def crowd(stack: Stack) -> Crowd:
    """People in every role of one workspace, on the running installation."""
    return make_crowd(stack)

"""Fixtures of the contract tests."""

import pytest

from agency.models import Session
from tests.contract.people import Crowd, make_crowd
from tests.contract.rest import Caller
from tests.factories import World, answer_run, make_session, make_world, say
from tests.fakes.model.fixture import fake_model
from tests.plugin.stack import Stack

__all__ = ["fake_model"]


@pytest.fixture(scope="session")
def crowd(stack: Stack) -> Crowd:
    """People in every role of one workspace, on the running installation."""
    return make_crowd(stack)


@pytest.fixture
def world(transactional_db: None) -> World:
    """A workspace with its people, in the test's own database."""
    return make_world()


@pytest.fixture
def owner(world: World) -> Caller:
    """Its owner, as REST knows them."""
    return Caller(world.owner)


@pytest.fixture
def talk(world: World) -> Session:
    """A session with one answer."""
    session = make_session(world)
    run = say(session, "Which colour?").run
    assert run is not None
    answer_run(run, "Blue.")
    return session

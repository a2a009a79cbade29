"""What every count begins with."""

import pytest
from django.test import Client

from agency.models import Session
from tests.factories import World, make_session, make_world
from tests.perf.work import Work


@pytest.fixture
def world(transactional_db: None) -> World:
    """A workspace with people and a demo model."""
    return make_world()


@pytest.fixture
def session(world: World) -> Session:
    """An idle session of the world's owner."""
    return make_session(world)


@pytest.fixture
def work(session: Session) -> Work:
    """A worker's commands, counted, on that session."""
    return Work(session)


@pytest.fixture
def client(world: World) -> Client:
    """The owner's browser."""
    made = Client()
    made.force_login(world.owner)
    return made

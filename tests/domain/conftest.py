"""What every test of the domain begins with."""

import pytest

from agency.models import Session
from tests.factories import World, make_session, make_world


@pytest.fixture
def world(transactional_db: None) -> World:
    """A workspace with people and a demo model."""
    return make_world()


@pytest.fixture
def session(world: World) -> Session:
    """An idle session of the world's owner."""
    return make_session(world)

"""A provider with limits, and workers' moves made one at a time."""

import pytest

from agency.commands.worker.register_worker import register_worker
from agency.models import Provider
from tests.domain.provider.fleet import Fleet
from tests.factories import World, make_world


@pytest.fixture
def world(transactional_db: None) -> World:
    """A workspace whose agent has the demo model."""
    made = make_world()
    made.agent.model = made.model
    made.agent.save()
    return made


@pytest.fixture
def provider(world: World) -> Provider:
    """The provider of the world's model."""
    return world.model.provider


@pytest.fixture
def fleet(world: World) -> Fleet:
    """Runs of the world's people, driven by one worker."""
    return Fleet(world, register_worker(name="fleet", lock_key=7))

"""A world whose model is the fake provider, and a hub that drives its runs."""

from collections.abc import Iterator

import pytest

from agency.models import Run, Session
from framework.core.secrets import encrypt
from tests.factories import World, make_session, make_world
from tests.fakes.model.fixture import fake_model
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub, eventually, running_hub

__all__ = ["fake_model"]


@pytest.fixture
def world(transactional_db: None, fake_model: FakeModel) -> World:
    """The agent's model is served by the fake."""
    made = make_world("anthropic", base_url=fake_model.url)
    made.model.provider.encrypted_key = encrypt("sk-test-0000")
    made.model.provider.save()
    made.agent.model = made.model
    made.agent.save()
    return made


@pytest.fixture
def session(world: World) -> Session:
    """An idle session of the world's owner."""
    return make_session(world)


@pytest.fixture
def hub(world: World) -> Iterator[RunningHub]:
    """A hub that is up."""
    with running_hub() as running:
        yield running


def status_of(run: Run) -> str:
    """The run's status as it stands."""
    return str(Run.objects.values_list("status", flat=True).get(pk=run.pk))


def wait_for(run: Run, *statuses: str, seconds: float = 15) -> Run:
    """Wait until the run has one of the statuses; the run as it stands then."""
    what = f"run status {' or '.join(statuses)}"
    try:
        eventually(lambda: status_of(run) in statuses, what, seconds)
    except TimeoutError as error:
        raise TimeoutError(f"{error}; it is {status_of(run)}") from error
    return Run.objects.get(pk=run.pk)

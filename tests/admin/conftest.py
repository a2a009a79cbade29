"""An administrator in front of the admin, and plenty of rows of every kind."""

import pytest
from django.test import Client

from agency.models import User
from tests.factories import World, make_user, make_world


@pytest.fixture
def world(db: None) -> World:
    """A workspace with people."""
    return make_world()


@pytest.fixture
def administrator(world: World) -> User:
    """May do everything."""
    return make_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def root(administrator: User) -> Client:
    """The administrator's browser."""
    return browser_of(administrator)


@pytest.fixture
def staff(world: World) -> Client:
    """The browser of somebody who may only look."""
    return browser_of(make_user("clerk", is_staff=True))


def browser_of(user: User) -> Client:
    """Signed in, past the page with the form."""
    client = Client()
    client.force_login(user)
    return client

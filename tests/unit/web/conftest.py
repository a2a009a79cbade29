"""Pages in a database that forgets."""

import pytest
from django.core.cache import cache
from django.test import Client

from agency.models import User


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    """Each test begins without a try."""
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    """Somebody with a password."""
    return User.objects.create_user("ada", password="correct horse 42")


@pytest.fixture
def client() -> Client:
    """A browser that demands CSRF tokens, as the real one does."""
    return Client(enforce_csrf_checks=True)


def sign_in(client: Client, name: str, password: str, **more: str):  # type: ignore[no-untyped-def]  # Django's test response has no public type
    """Send the form as the page does."""
    client.get("/login/")
    token = client.cookies["agency_csrf"].value
    form = {"username": name, "password": password, "csrfmiddlewaretoken": token, **more}
    return client.post("/login/", form)

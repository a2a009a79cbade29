"""Starts a PostgreSQL and a Valkey for this test run, before settings load.

Loaded with `-p`, since settings are read before any conftest. DATABASE_URL and REDIS_URL, when
set, are used instead. Each run has its own servers in a fresh folder, so runs do not meet.

Note: lanes that run side by side share the PostgreSQL, where each has a database, but never the
queue: the hint of a test in one lane would be taken by a worker of the other, which finds no such
run in its own database, and nobody would ever hear of it again.
"""

import os
import secrets
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from framework.embedded.child import end, spawn
from framework.embedded.identity import postgres_identity
from framework.embedded.postgres import Postgres
from framework.embedded.valkey import Valkey

OTHER_LANES = "AGENCY_TEST_VALKEY"
"""Tells a lane that the address it inherited is of the server of the run that began it."""

SHARED = "AGENCY_TEST_SHARED"
"""A folder that all lanes of a run see."""

started: list[Callable[[], None]] = []


def wait_until(is_so: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Poll until it is so; fail with a sentence when it does not come to be."""
    limit = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > limit:
            raise TimeoutError(f"{what} did not happen within {seconds} s")
        time.sleep(0.01)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """The first moment to act; a wrapper, to come before the plugin that loads settings."""
    if not started:
        start_services()
    yield


def start_services() -> None:
    """Put the addresses of running servers into the environment."""
    folder = Path(tempfile.mkdtemp(prefix="agency-test-"))
    started.append(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ["AGENCY_STATE"] = str(folder)
    os.environ.setdefault(SHARED, str(folder))
    os.environ.setdefault("AGENCY_SECRET_KEY", "only-for-tests")
    # They would take answers that are meant for turns; their own tests ask for them.
    os.environ.setdefault("AGENCY_SMALL_JOBS", "0")
    (folder / "valkey").mkdir()
    (folder / "run").mkdir(mode=0o700)
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = start_postgres(folder)
    os.environ["AGENCY_BUS_PREFIX"] = f"test-{secrets.token_hex(4)}"
    if not os.environ.get("REDIS_URL") or os.environ.get(OTHER_LANES) == os.environ["REDIS_URL"]:
        os.environ[OTHER_LANES] = os.environ["REDIS_URL"] = start_valkey(folder)


def start_postgres(folder: Path) -> str:
    """A server that forgets everything in a crash, and is fast."""
    server = Postgres(folder / "postgres", folder / "run", postgres_identity(), durable=False)
    server.prepare()
    with (folder / "postgres.log").open("wb") as log:
        process = spawn(server.command(), log=log, identity=server.identity)
    started.append(lambda: end(process, how=signal.SIGINT, patience=5))
    wait_until(server.is_ready, "PostgreSQL's start")
    return server.url("postgres")


def start_valkey(folder: Path) -> str:
    """An empty server."""
    server = Valkey(folder / "valkey", folder / "run")
    with (folder / "valkey.log").open("wb") as log:
        process = spawn(server.command(), log=log)
    started.append(lambda: end(process, patience=5))
    wait_until(server.is_ready, "Valkey's start")
    return server.url


def pytest_configure(config: pytest.Config) -> None:
    """Cheap passwords and plain static files; nothing of what is tested depends on them."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_AUTOREFRESH = True
    settings.WHITENOISE_USE_FINDERS = True


def pytest_unconfigure() -> None:
    """Stop what was started, last first."""
    while started:
        started.pop()()

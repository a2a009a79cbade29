"""The broker is away: hints and signals are lost, and only time is."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agency.commands.run.stop_run import stop_run
from agency.models import Session
from framework.embedded.child import end, spawn
from framework.embedded.valkey import Valkey
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.runs import path, status_of, wait_for
from tests.workers import Workers


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A broker of the workers' own, which no hint of this test reaches: its URL and its end."""
    (tmp_path / "valkey").mkdir()
    (tmp_path / "run").mkdir(mode=0o700)
    server = Valkey(tmp_path / "valkey", tmp_path / "run")
    with (tmp_path / "valkey.log").open("wb") as log:
        running = spawn(server.command(), log=log)
    wait_until(server.is_ready, "the broker's start")
    yield server.url, lambda: end(running, how=signal.SIGKILL, patience=5)
    end(running, patience=5)


def test_runs_are_found_finished_and_stopped_without_a_broker(
    session: Session,
    fake_model: FakeModel,
    workers: Workers,
    broker: tuple[str, Callable[[], None]],
) -> None:
    url, kill_broker = broker
    fake_model.script(
        {"text": "One two three.", "hold": {"name": "on", "after_deltas": 1}},
        {"text": "Never.", "silent_after": -1},
    )
    number = workers.start(REDIS_URL=url)
    first = say(session, "Count").run
    wait_for(first, "running", seconds=60)
    wait_until(lambda: fake_model.stats["live"] == 1, "the request's arrival")
    kill_broker()
    fake_model.release("on")
    wait_for(first, "done")
    assert path(session)[1] == ("ai", "One two three.")
    assert not workers.ended(number)
    second = say(session, "Again").run
    assert second is not None
    wait_for(second, "running", seconds=60)
    wait_until(lambda: fake_model.stats["live"] == 1, "the second request's arrival")
    began = time.monotonic()
    stop_run(user_id=session.owner_id, run_id=second.id)
    wait_until(lambda: status_of(second) == "stopped", "the stop")
    assert time.monotonic() - began < 4

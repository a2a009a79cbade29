"""A deploy: SIGTERM lets tools finish, hands runs over and loses nothing."""

import signal
from pathlib import Path

from agency.models import Session, Worker
from framework.bus.drafts import read_draft
from tests.chaos_tools.effects import read_log
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.runs import path, wait_for
from tests.workers import Workers


def test_a_stream_is_handed_over_at_once(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script(
        {"text": "One two three.", "hold": {"name": "never", "after_deltas": 1}},
        {"text": "One two three."},
    )
    first = workers.start()
    run = say(session, "Count").run
    assert run is not None
    wait_until(lambda: "One" in str(read_draft(run.id)), "the first text")
    workers.start()
    workers.send(first, signal.SIGTERM)
    ended = wait_for(run, "done", seconds=60)
    assert ended.lost_count == 0
    assert path(session) == [("human", "Count"), ("ai", "One two three.")]
    wait_until(lambda: workers.ended(first), "the worker's end", 15)
    assert Worker.objects.filter(state="up").count() == 1


EARLY = """
import os, signal
from celery.signals import worker_init
from framework.server.worker import main

@worker_init.connect(weak=False)
def deploy(**_):
    from agency.worker.host import current_host
    current_host().ready.wait(60)
    os.kill(os.getpid(), signal.SIGTERM)

main()
"""


def test_a_worker_that_is_stopped_while_it_starts_is_not_thought_lost(
    workers: Workers, tmp_path: Path
) -> None:
    number = workers.start(code=EARLY)
    wait_until(lambda: workers.ended(number), "the worker's end")
    assert workers.running[number].returncode == 0, workers.logs()
    assert Worker.objects.get().state == "dead", "it has retired by itself"


def test_a_tool_at_work_is_let_finish_and_not_repeated(
    session: Session, fake_model: FakeModel, workers: Workers, effect_log: Path
) -> None:
    fake_model.script(
        {"tools": [{"name": "slow_once", "input": {"seconds": 2}}]}, {"text": "Done."}
    )
    first = workers.start()
    run = say(session, "Work").run
    wait_until(lambda: bool(read_log(effect_log)), "the tool's begin")
    workers.start()
    workers.send(first, signal.SIGTERM)
    ended = wait_for(run, "done", seconds=60)
    assert ended.lost_count == 0
    assert [line["phase"] for line in read_log(effect_log)] == ["begin", "effect"]

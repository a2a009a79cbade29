"""A person's message through real processes: queue, worker, model, and the monitor's record."""

from agency.models import Session, TaskRecord
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.runs import path, wait_for
from tests.workers import Workers


def test_the_hint_reaches_a_worker_and_the_monitor_tells_of_it(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script({"text": "Good morning to you."})
    workers.start()
    sent = say(session, "Good morning")
    run = wait_for(sent.run, "done")
    assert path(session)[1] == ("ai", "Good morning to you.")
    rows = TaskRecord.objects.filter(run_id=run.id)
    wait_until(lambda: rows.filter(state="success").exists(), "the task's record", 60)


def test_the_tasks_of_a_lost_worker_are_marked_lost(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script({"text": "Never.", "silent_after": -1}, {"text": "Here."})
    first = workers.start()
    run = wait_for(say(session, "Hello").run, "running")
    rows = TaskRecord.objects.filter(run_id=run.id)
    wait_until(lambda: rows.filter(state="started").exists(), "the task's record", 60)
    wait_until(lambda: fake_model.stats["live"] > 0, "the request's arrival", 60)
    workers.kill(first)
    workers.start()
    wait_for(run, "done")
    wait_until(lambda: rows.filter(state="lost").exists(), "the lost task's record", 60)

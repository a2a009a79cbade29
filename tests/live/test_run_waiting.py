"""Waiting is data: a run that waits for a person holds no process, thread or connection."""

import psutil
from django.db import connection

from agency.models import Run
from tests.factories import World, make_session, say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.workers import Workers

RUNS, FEW, HANDS = 200, 12, 6
ASK = 'PLAN: [{"tools": [{"name": "ask_human", "input": {"question": "Go on?"}}]}, {"text": "On."}]'
CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def held(worker: int) -> tuple[int, int, int]:
    """Processes and threads of the worker, and the connections of everybody else."""
    parent = psutil.Process(worker)
    tree = [parent, *parent.children(recursive=True)]
    with connection.cursor() as cursor:
        cursor.execute(CONNECTIONS)
        row = cursor.fetchone()
    return len(tree), sum(one.num_threads() for one in tree), row[0] if row else 0


def all_wait(world: World, more: int) -> None:
    for _ in range(more):
        say(make_session(world), ASK)
    asked = Run.objects.filter(status="suspended", owner=None)
    wait_until(lambda: asked.count() == Run.objects.count(), "everybody's question")


def test_two_hundred_runs_wait_in_a_worker_with_six_hands(
    world: World, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.load(tokens=1, rate=1000)
    number = workers.start(AGENCY_WORKER_THREADS=str(HANDS))
    pid = workers.running[number].pid
    all_wait(world, FEW)
    few = held(pid)
    all_wait(world, RUNS - FEW)
    many = held(pid)
    assert all(after <= before for before, after in zip(few, many, strict=True)), (few, many)
    assert not Run.objects.filter(lost_count__gt=0).exists()

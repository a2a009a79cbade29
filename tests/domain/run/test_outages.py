"""The database or the broker goes away for a moment; nothing is forgotten."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection

from agency.commands.run.claim_run import claim_run
from agency.commands.run.commit_turn import Turn, commit_turn
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.ledger import Spent
from agency.commands.worker.mark_dead import mark_dead
from agency.errors import FenceLost
from agency.loop import presence
from agency.loop.database import DatabaseThreads
from agency.models import Message, Run, Session, Worker
from agency.queries.lost_workers import lost_workers
from framework.core.ids import uuid7
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub, eventually, running_hub
from tests.runs import path, wait_for


@pytest.fixture
def threads(transactional_db: None) -> Iterator[DatabaseThreads]:
    made = DatabaseThreads(2)
    yield made
    made.close()


async def test_opened_threads_are_all_there_each_with_its_connection(
    threads: DatabaseThreads,
) -> None:
    together = threading.Barrier(2)

    def mine() -> tuple[int, bool]:
        is_open = connection.connection is not None
        together.wait(5)
        return threading.get_ident(), is_open

    await threads.open()
    seen = await asyncio.gather(threads.run(mine), threads.run(mine))
    assert len({thread for thread, _ in seen}) == 2
    assert all(is_open for _, is_open in seen)


async def test_a_cancelled_caller_waits_for_its_transaction(threads: DatabaseThreads) -> None:
    began, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def command() -> None:
        began.set()
        may_end.wait(5)
        ended.set()

    task = asyncio.create_task(threads.run(command))
    await asyncio.to_thread(began.wait, 5)
    task.cancel()
    await asyncio.wait({task}, timeout=0.1)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_a_command_that_met_a_broken_connection_is_run_again(
    threads: DatabaseThreads,
) -> None:
    tries: list[int] = []

    def command() -> int:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("the server closed the connection")
        return len(tries)

    assert await threads.run(command) == 3


async def test_a_refusal_is_not_tried_again(threads: DatabaseThreads) -> None:
    tries: list[int] = []

    def command() -> None:
        tries.append(1)
        raise FenceLost

    with pytest.raises(FenceLost):
        await threads.run(command)
    assert len(tries) == 1


def end_connections(to: str = "") -> None:
    """What a restart of the database does to everybody else."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND (%s = '' OR query LIKE %s)",
            [to, to],
        )


def test_a_run_goes_on_when_every_connection_is_cut(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "One two three.", "hold": {"name": "on", "after_deltas": 1}})
    run = wait_for(say(session, "Count").run, "running")
    eventually(lambda: fake_model.stats["live"] == 1, "the request's arrival")
    end_connections()
    fake_model.release("on")
    ended = wait_for(run, "done", seconds=60)
    assert [role for role, _ in path(session)] == ["human", "ai"]
    assert ended.lost_count <= 1
    eventually(lambda: Worker.objects.filter(state="up").exists(), "a worker that is up", 20)


def test_a_worker_that_starts_while_the_database_recovers_registers_in_the_end(
    world: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[int] = []
    usual = presence.register_worker

    def recovering(**arguments: Any) -> Any:
        if len(refused) < 2:
            refused.append(1)
            raise DatabaseError("the database system is starting up")
        return usual(**arguments)

    monkeypatch.setattr(presence, "register_worker", recovering)
    with running_hub():
        assert Worker.objects.filter(state="up").count() == 1
    assert len(refused) == 2


def test_a_worker_that_is_dead_to_the_others_begins_anew(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(
        {"text": "One two.", "hold": {"name": "never", "after_deltas": 1}}, {"text": "One two."}
    )
    run = wait_for(say(session, "Count").run, "running")
    eventually(lambda: fake_model.stats["live"] == 1, "the request's arrival")
    old = Worker.objects.get(state="up")
    Worker.objects.filter(pk=old.pk).update(state="dead")
    ended = wait_for(run, "done", seconds=60)
    assert ended.lost_count == 1
    assert Worker.objects.filter(state="up").exclude(pk=old.pk).exists()


def test_a_free_lock_shows_a_death_at_once_and_a_held_one_does_not(
    world: object, session: Session
) -> None:
    with running_hub() as hub:
        me = Worker.objects.get(state="up")
        assert lost_workers() == []
        assert not mark_dead(worker_id=me.id)
        hub.die()
        eventually(lambda: lost_workers() == [me.id], "the end of the lock")
        assert mark_dead(worker_id=me.id)


def test_a_stale_lease_writes_nothing(session: Session, world: object) -> None:
    with running_hub() as hub:
        worker = Worker.objects.get(state="up")
        hub.hub.capacity = 0
        run = say(session, "Hello").run
        assert run is not None
        claimed = claim_run(run_id=run.id, worker_id=worker.id)
        assert claimed is not None
        assert claim_run(run_id=run.id, worker_id=worker.id) is None
        Run.objects.filter(pk=run.pk).update(fence=claimed.lease.fence + 1)
        turn = Turn(message_id=uuid7(), content={"content": "late"}, spent=Spent({}))
        with pytest.raises(FenceLost):
            commit_turn(lease=claimed.lease, turn=turn)
        with pytest.raises(FenceLost):
            finalise_run(lease=claimed.lease, status="done")
    assert Message.objects.filter(session=session, role="ai").count() == 0


def test_a_dead_or_draining_worker_claims_nothing(session: Session, world: object) -> None:
    run = say(session, "Hello").run
    assert run is not None
    with running_hub() as hub:
        worker = Worker.objects.get(state="up")
        hub.drain()
        assert claim_run(run_id=run.id, worker_id=worker.id) is None

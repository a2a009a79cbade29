"""One example of the machine: its own transaction, its own ids, its own waiting.

Nothing here depends on a clock: ids are counted, deadlines pass by a rule, and a command that
waits for a worker lets the machine act as that worker instead.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from uuid import UUID

from django.db import connection, transaction

from agency.commands.run import force_stop
from agency.commands.run.lease import Lease
from agency.commands.session import _rest
from agency.commands.worker.register_worker import register_worker
from agency.loop import history
from agency.loop.decide import Move, RunTools, decide
from agency.loop.remembered import Paths
from agency.loop.state import RunState
from framework.core import ids
from tests.machine.state.writes import Writes, heard

FIRST_MOMENT = 1_700_000_000_000_000_000
MILLISECOND = 1_000_000


@dataclass(eq=False)
class Held:
    """What a worker knows of the run it drives; it may be out of date without knowing."""

    lease: Lease
    session_id: UUID
    state: RunState
    turn: UUID | None = None
    summary: UUID | None = None
    tried: set[UUID] = field(default_factory=set)
    begun: list[UUID] = field(default_factory=list)
    acted: set[UUID] = field(default_factory=set)

    @property
    def move(self) -> Move:
        """What the worker does next, as the product's own runner decides it."""
        return decide(self.state)

    def next_call(self) -> UUID | None:
        """The first call of the batch that has not been begun."""
        move = self.move
        left = [c.id for c in move.calls if c.id not in self.tried] if is_tools(move) else []
        return left[0] if left else None

    def idle_tools(self) -> list[UUID]:
        """Calls that are begun and whose tool has not acted yet."""
        return [call_id for call_id in self.begun if call_id not in self.acted]

    def goes_on(self, state: RunState) -> None:
        """The worker read where the run stands now."""
        self.state = state
        self.turn = None
        self.summary = None
        self.tried.clear()
        self.begun.clear()
        self.acted.clear()


def is_tools(move: Move) -> bool:
    """Whether calls are to be run now."""
    return isinstance(move, RunTools)


@dataclass(eq=False)
class Actor:
    """A worker process that drives one run at a time."""

    name: str
    worker_id: UUID
    held: Held | None = None
    frozen: bool = False


def new_worker(name: str) -> UUID:
    """A registered worker whose lease nobody's clock ends: only a rule does."""
    found = register_worker(name=name, lock_key=7)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE agency_worker SET expires_at = clock_timestamp() + interval '1 day'"
            " WHERE id = %s",
            [found],
        )
    return found


def pass_time(row: Any, column: str) -> None:
    """Let the moment in the column be an hour ago."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {row._meta.db_table} SET {column} = clock_timestamp() - interval '1 hour'"
            " WHERE id = %s",
            [row.pk],
        )


@contextmanager
def counted_ids() -> Iterator[None]:
    """Ids that are the same in every replay of an example."""
    moments = iter(range(FIRST_MOMENT, FIRST_MOMENT * 2, MILLISECOND))
    clock = SimpleNamespace(time_ns=lambda: next(moments))
    noise = SimpleNamespace(urandom=bytes)
    with (
        patch.object(ids, "time", clock),
        patch.object(ids, "os", noise),
        patch.object(ids, "_last", 0),
    ):
        yield


@contextmanager
def meanwhile(act: Callable[[], None]) -> Iterator[None]:
    """A command that waits for a session's rest sees `act` happen instead of time passing."""
    clock = SimpleNamespace(monotonic=lambda: 0.0, sleep=lambda _seconds: act())
    with patch.object(_rest, "time", clock):
        yield


@contextmanager
def rolled_back() -> Iterator[None]:
    """Everything inside is undone; the database's patience with idle clients is suspended."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        try:
            yield
        finally:
            transaction.set_rollback(True)


def check_references() -> None:
    """Foreign keys hold now, as a commit would check it."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def scene(act: Callable[[], None], writes: Writes) -> Iterator[None]:
    """All that an example needs around it."""
    with ExitStack() as stack:
        stack.enter_context(rolled_back())
        stack.enter_context(heard(writes))
        stack.enter_context(counted_ids())
        stack.enter_context(meanwhile(act))
        # Counted ids come again in the next example, with other words behind them.
        stack.enter_context(patch.object(history, "_known", OrderedDict()))
        stack.enter_context(patch.object(history, "_paths", Paths()))
        # On a busy machine seconds pass between two rules; only `pass_time` counts.
        stack.enter_context(patch.object(force_stop, "OWNER_SECONDS", 1_800.0))
        yield

"""Faults at random times: killed, frozen and replaced processes, a lost broker, a lost backend."""

import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

import psycopg

from framework.core.crash import POINTS
from tests.chaos.install import Installation
from tests.chaos_tools.effects import KILL

TOOL_POINTS = (
    "*.before:0.3",
    "*.after:0.3",
    "worker@slow_sync.before:1",
    "worker@slow_sync.after:0.5",
)
FREEZE = (3.0, 12.0)
FREEZE_WEB = (2.0, 7.0)
TERM_SECONDS = 60.0
WATCH_SECONDS = 0.3

_OWNED = (
    "SELECT r.id::text FROM agency_run r JOIN agency_worker w ON w.id = r.owner_id"
    " WHERE r.status = 'running' AND w.name LIKE %s"
)
_BACKENDS = (
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
    " AND pid <> pg_backend_pid() AND datname = current_database()"
)


@dataclass
class Strike:
    """One fault that took runs from a worker."""

    kind: str
    at: float
    runs: list[str]


@dataclass
class Faults:
    """Breaks things, and does what a supervisor does: whatever ends is started again."""

    made: Installation
    chance: Random
    pace: float
    counts: Counter[str] = field(default_factory=Counter)
    strikes: list[Strike] = field(default_factory=list)
    rigged: dict[str, str] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)
    unexpected: list[str] = field(default_factory=list)
    under_way: set[asyncio.Task[None]] = field(default_factory=set)

    async def strike(self) -> None:
        """Break something now and then, until cancelled."""
        kinds: list[tuple[Callable[[], Awaitable[None]], int]] = [
            (self.kill_worker, 6),
            (self.freeze_worker, 4),
            (self.rig_worker, 6),
            (self.replace_worker, 3),
            (self.kill_web, 2),
            (self.freeze_web, 1),
            (self.kill_valkey, 1),
            (self.kill_backend, 1),
        ]
        acts, weights = zip(*kinds, strict=True)
        while True:
            await asyncio.sleep(self.chance.uniform(0.3, 1.7) * self.pace)
            [act] = self.chance.choices(acts, weights)
            await act()

    async def supervise(self) -> None:
        """Start again whatever has ended by itself, until cancelled."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for name, process in list(self.made.stack.running.items()):
                if name not in self.busy and process.poll() is not None:
                    self._ended(name, process.returncode)
                    self.made.start(name)

    def _ended(self, name: str, code: int) -> None:
        point = self.rigged.pop(name, None)
        if point is not None and code == -signal.SIGKILL:
            self.counts[f"self-kill {point.partition(':')[0]}"] += 1
        else:
            self.unexpected.append(f"{name} ended with {code}")

    async def calm(self) -> None:
        """No more faults: everything thaws and runs, nothing is rigged any more."""
        for task in list(self.under_way):
            await task
        for name in list(self.rigged):
            self.rigged.pop(name)
            self._kill(name)
            self.made.start(name)

    # ---- the kinds ------------------------------------------------------------------------

    async def kill_worker(self) -> None:
        """kill -9, at once followed by a new one."""
        if (name := self._worker()) is not None:
            await self._note("kill -9 worker", name)
            self._kill(name)
            self.made.start(name)

    async def rig_worker(self) -> None:
        """A worker that will kill itself at a named point of the code or of a tool."""
        if (name := self._worker()) is None:
            return
        await self._note("kill -9 worker", name)
        self._kill(name)
        if self.chance.random() < 0.7:
            point = f"{self.chance.choice(POINTS)}:{self.chance.randint(1, 4)}"
            self.made.start(name, AGENCY_CRASH_AT=point)
        else:
            point = self.chance.choice(TOOL_POINTS)
            self.made.start(name, **{KILL: point})
        self.rigged[name] = point

    async def freeze_worker(self) -> None:
        """SIGSTOP, and SIGCONT some seconds later: a zombie that knows nothing."""
        if (name := self._worker()) is None:
            return
        await self._note("freeze worker", name)
        self.busy.add(name)
        self.made.stack.running[name].send_signal(signal.SIGSTOP)
        self._later(self._thaw(name, self.chance.uniform(*FREEZE)))

    async def _thaw(self, name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.made.stack.running[name].send_signal(signal.SIGCONT)
        self.busy.discard(name)

    async def replace_worker(self) -> None:
        """SIGTERM, and a new one when it has gone by itself."""
        if (name := self._worker()) is None:
            return
        self.counts["SIGTERM worker"] += 1
        self.busy.add(name)
        self.made.stack.running[name].send_signal(signal.SIGTERM)
        self._later(self._replace(name))

    async def _replace(self, name: str) -> None:
        process = self.made.stack.running[name]
        limit = time.monotonic() + TERM_SECONDS
        while process.poll() is None and time.monotonic() < limit:
            await asyncio.sleep(WATCH_SECONDS)
        if process.poll() is None:
            self.unexpected.append(f"{name} did not end within {TERM_SECONDS} s of SIGTERM")
            process.kill()
            process.wait(10)
        self.made.start(name)
        self.busy.discard(name)

    async def kill_web(self) -> None:
        """kill -9 of the only web process."""
        if "web" in self.busy:
            return
        self.counts["kill -9 web"] += 1
        self._kill("web")
        self.made.start("web")

    async def freeze_web(self) -> None:
        """SIGSTOP of the only web process: sockets hang, requests wait, and all goes on after."""
        if "web" in self.busy:
            return
        self.counts["freeze web"] += 1
        self.busy.add("web")
        self.made.stack.running["web"].send_signal(signal.SIGSTOP)
        self._later(self._thaw("web", self.chance.uniform(*FREEZE_WEB)))

    async def kill_valkey(self) -> None:
        """The broker is gone with all it held."""
        self.counts["kill -9 Valkey"] += 1
        self.made.restart_valkey()

    async def kill_backend(self) -> None:
        """kill -9 of a database backend: the whole server recovers from its log."""
        with contextlib.suppress(psycopg.Error, ProcessLookupError):
            pids = [row[0] for row in await asyncio.to_thread(self.made.rows, _BACKENDS)]
            if pids:
                os.kill(self.chance.choice(pids), signal.SIGKILL)
                self.counts["kill -9 Postgres backend"] += 1

    # ---- what they share --------------------------------------------------------------------

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    def _worker(self) -> str | None:
        """One that is neither frozen nor rigged nor ending; a fault spares the last of them."""
        free = [n for n in self.made.worker_names if n not in self.busy and n not in self.rigged]
        return self.chance.choice(free) if len(free) > 1 else None

    def _kill(self, name: str) -> None:
        self.made.stack.kill(name)

    async def _note(self, kind: str, name: str) -> None:
        """Remember which runs the fault takes, to see how soon they run again."""
        self.counts[kind] += 1
        pid = self.made.stack.running[name].pid
        runs: list[str] = []
        with contextlib.suppress(psycopg.Error):
            found = await asyncio.to_thread(self.made.rows, _OWNED, f"%:{pid}:%")
            runs = [row[0] for row in found]
        self.strikes.append(Strike(kind, time.time(), runs))

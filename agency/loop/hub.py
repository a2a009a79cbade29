"""The asyncio host of a worker process: claims runs, drives them side by side, shows life.

Note: what keeps a run from being forgotten. Its row names its worker, and its worker shows life.
Should the two ever disagree (a claim whose commit was not heard of), the hub finds rows of its
own that it does not drive and queues them again.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import UUID

from django.db import Error as DatabaseError

from agency.commands.run.claim_run import Claimed, claim_run
from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.task.mark_lost_tasks import mark_lost_tasks
from agency.commands.worker.drain_worker import drain_worker
from agency.commands.worker.index_search import index_search
from agency.commands.worker.prune import prune
from agency.commands.worker.retire_worker import retire_worker
from agency.limits.doorman import Doorman
from agency.llm.clients import close_clients
from agency.loop.adapters import warm_up
from agency.loop.database import DatabaseThreads
from agency.loop.deltas import Ticker
from agency.loop.interrupts import Host, Why
from agency.loop.presence import Presence
from agency.loop.runner import Runner
from agency.loop.small_jobs import SmallJobs
from agency.loop.sweep import sweep
from agency.queries.run_duties import provider_kinds, runs_of_worker
from agency.tool.hosts import close_hosts
from framework.bus.signals import CANCEL, listen
from framework.core.ids import parse_uuid

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
SWEEP_SECONDS = 1.0
INDEX_SECONDS = 0.5
INDEX_PAUSE = 0.05
INDEX_REST = 2.0
INDEX_SHARE = 10
INDEX_MANY = 100
DRAIN_SECONDS = 25.0
TIDY_SECONDS = 10.0
PRUNE_SHARE = 0.01


class Hub:
    """One for a process, living on one event loop; `capacity` runs at a time."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        database = DatabaseThreads()
        self.host = Host(database, Ticker(), Doorman(database.run))
        self.presence = Presence(self.host.database)
        self.small_jobs = SmallJobs(database, self.host.doorman)
        self.runners: dict[UUID, Runner] = {}
        self._claiming: set[UUID] = set()
        self._again: set[UUID] = set()
        self._strays: set[UUID] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._draining = False
        self._in_order = asyncio.Lock()
        self._idle = asyncio.Event()
        self._idle.set()

    async def live(self, ready: asyncio.Event) -> None:
        """Register, then work until cancelled."""
        await self.presence.register()
        self.host.ticker.trusts(lambda: self.presence.is_trusted)
        ready.set()
        async with asyncio.TaskGroup() as group:
            duties = (self._beat, self._sweep, self._listen, self._tidy, self._index)
            for duty in (self.host.ticker.tick, self.small_jobs.look, *duties):
                group.create_task(self._kept(duty))
            group.create_task(self._quietly(self._warm_up()))

    async def carry(self, run_id: UUID) -> None:
        """Claim the run and drive it until it is let go; at once when there is nothing to claim."""
        if run_id in self._claiming:
            self._again.add(run_id)  # it may have been queued again while it was being let go
            return
        self._claiming.add(run_id)
        self._idle.clear()
        try:
            await self._carry(run_id)
        finally:
            self._claiming.discard(run_id)
            if not self._claiming:
                self._idle.set()

    async def _carry(self, run_id: UUID) -> None:
        self._again.add(run_id)
        while run_id in self._again and not self._draining:
            self._again.discard(run_id)
            claimed = await self._claim(run_id)
            if claimed is not None:
                await self._drive(claimed)
        self._again.discard(run_id)

    async def drain(self) -> None:
        """Claim nothing more, hand everything over, and be gone from the workers' table."""
        self._draining = True
        self.small_jobs.close()
        await self._quietly(self.host.database.run(drain_worker, worker_id=self._me()))
        for runner in list(self.runners.values()):
            runner.interrupt(Why.HAND_OVER)
        try:
            await asyncio.wait_for(self._idle.wait(), DRAIN_SECONDS)
        except TimeoutError:
            log.warning("%d runs could not be handed over in time", len(self._claiming))
        await self._quietly(self.host.database.run(retire_worker, worker_id=self._me()))

    async def close(self) -> None:
        """Give back connections and processes, once nothing is driven any more."""
        await self.presence.leave()
        await close_clients()
        await close_hosts()
        await asyncio.to_thread(self.host.database.close)

    def stop_run(self, run_id: UUID) -> None:
        """Interrupt a run that was asked to stop, if it is driven here."""
        runner = self.runners.get(run_id)
        if runner is not None:
            runner.interrupt(Why.STOP)

    async def background(self, command: Callable[..., object], **arguments: Any) -> None:
        """Run a command that nobody waits for, one at a time and in the order given."""
        async with self._in_order:
            await self._quietly(self.host.database.run(command, **arguments))

    def _me(self) -> UUID:
        assert self.presence.worker_id is not None
        return self.presence.worker_id

    async def _claim(self, run_id: UUID) -> Claimed | None:
        try:
            return await self.host.database.run(claim_run, run_id=run_id, worker_id=self._me())
        except DatabaseError:
            log.exception("run %s was not claimed; the sweep will find it", run_id)
            return None

    async def _drive(self, claimed: Claimed) -> None:
        runner = Runner(self.host, claimed)
        self.runners[runner.run_id] = runner
        try:
            if claimed.lease.worker_id != self._me():
                runner.interrupt(Why.DEAD)
            elif self._draining:
                runner.interrupt(Why.HAND_OVER)
            await runner.drive()
        finally:
            del self.runners[runner.run_id]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self._draining:
                await self.presence.beat()
            elif not await self.presence.beat():
                await self._begin_anew()
            else:
                await self._quietly(self._look_after_my_runs())

    async def _begin_anew(self) -> None:
        """The others think this process dead: drop everything, write nothing, start again."""
        log.warning("worker %s is dead to the others; registering anew", self._me())
        for runner in list(self.runners.values()):
            runner.interrupt(Why.DEAD)
        self._strays.clear()
        await self.presence.register()

    async def _look_after_my_runs(self) -> None:
        """Stops whose signal was lost, and rows of ours that nobody drives."""
        me = self._me()
        mine = await self.host.database.run(runs_of_worker, me)
        for run_id, stopping in mine.items():
            if stopping:
                self.stop_run(run_id)
        strays = mine.keys() - self._claiming
        for run_id in strays & self._strays:
            log.error("run %s was ours but not driven; it is queued again", run_id)
            await self.host.database.run(reclaim_run, run_id=run_id, worker_id=me)
        self._strays = set(strays)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if not self._draining:
                await self._quietly(self._sweep_once())

    async def _sweep_once(self) -> None:
        for run_id in await self.host.database.run(sweep):
            if len(self._claiming) < self.capacity and run_id not in self._claiming:
                task = asyncio.create_task(self.carry(run_id))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        await self.host.doorman.look()

    async def _warm_up(self) -> None:
        await self.host.database.open()
        await warm_up(await self.host.database.run(provider_kinds))

    async def _index(self) -> None:
        """Let search follow: soon, in batches, but with a tenth of a thread's time at most.

        What has gathered meanwhile is indexed together, which costs less for each text.
        """
        while True:
            began = time.monotonic()
            count = 0 if self._draining else await self.host.database.run(index_search)
            took = time.monotonic() - began
            rest = min(INDEX_REST, took * INDEX_SHARE)
            await asyncio.sleep(INDEX_PAUSE if count >= INDEX_MANY else max(INDEX_SECONDS, rest))

    async def _tidy(self) -> None:
        """What may wait: the monitor's lost tasks, and rows that have served."""
        while True:
            await asyncio.sleep(random.uniform(0.5, 1.5) * TIDY_SECONDS)
            await self._quietly(self.host.database.run(mark_lost_tasks))
            if random.random() < PRUNE_SHARE:
                await self._quietly(self.host.database.run(prune))

    async def _listen(self) -> None:
        async for signal in listen(CANCEL):
            if (run_id := parse_uuid(signal.get("run_id"))) is not None:
                self.stop_run(run_id)

    async def _kept(self, duty: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """A duty for ever; one that fails begins again."""
        while True:
            await self._quietly(duty())
            await asyncio.sleep(BEAT_SECONDS)

    async def _quietly(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Exception:
            log.exception("a duty of the hub failed; it is done again soon")

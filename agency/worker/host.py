"""The hub's thread in a worker process: started and ended by Celery's signals."""

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any
from uuid import UUID

import uvloop
from celery.signals import worker_init, worker_shutdown, worker_shutting_down
from django.conf import settings

from agency.llm.clients import import_providers
from agency.loop.hub import Hub
from agency.tool.registry import load_tools

log = logging.getLogger(__name__)

START_SECONDS = 60.0
END_SECONDS = 30.0


class HubThread(threading.Thread):
    """Runs one hub on its own event loop until it has drained."""

    def __init__(self, capacity: int) -> None:
        super().__init__(name="hub", daemon=True)
        self.capacity = capacity
        self.loop: asyncio.AbstractEventLoop | None = None
        self.hub: Hub | None = None
        self.ready = threading.Event()
        self._closed = threading.Event()
        self._drain: asyncio.Event | None = None
        self._leave: asyncio.Event | None = None

    def run(self) -> None:
        """The thread's life; a hub that fails takes its process along, to be started anew."""
        try:
            uvloop.run(self._live())
        except BaseException:
            log.critical("the hub failed; this worker ends", exc_info=True)
            os._exit(70)

    def carry(self, run_id: UUID) -> None:
        """Wait, in a task's thread, while the hub claims and drives the run."""
        if not self.ready.wait(START_SECONDS) or self.loop is None or self.hub is None:
            log.warning("the hub is not up; the sweep will find run %s", run_id)
            return
        try:
            asyncio.run_coroutine_threadsafe(self.hub.carry(run_id), self.loop).result()
        except (CancelledError, RuntimeError):
            log.info("the hub left before run %s was done", run_id)

    def carry_small(self, job_id: UUID) -> None:
        """Let the hub do a small job; nobody waits for it."""
        if self.ready.is_set() and self.loop is not None and self.hub is not None:
            work = self.hub.small_jobs.carry(job_id)
            try:
                asyncio.run_coroutine_threadsafe(work, self.loop)
            except RuntimeError:
                work.close()
                log.info("the hub left before small job %s was begun", job_id)

    @property
    def worker_name(self) -> str:
        """The id under which this process is registered now."""
        hub = self.hub
        return str(hub.presence.worker_id) if hub and hub.presence.worker_id else ""

    def soon(self, command: Callable[..., object], **arguments: Any) -> None:
        """Run a command on the hub's database threads; nobody waits for it."""
        if self.ready.is_set() and self.loop is not None and self.hub is not None:
            work = self.hub.background(command, **arguments)
            try:
                asyncio.run_coroutine_threadsafe(work, self.loop)
            except RuntimeError:
                work.close()
                raise

    def drain(self) -> None:
        """Begin to hand everything over; returns at once."""
        self._set(self._drain)

    def leave(self) -> None:
        """Hand over what is left and wait until the hub has closed."""
        self._set(self._drain)
        self._set(self._leave)
        self._closed.wait(END_SECONDS)

    def _set(self, event: asyncio.Event | None) -> None:
        if self.loop is not None and event is not None and not self._closed.is_set():
            self.loop.call_soon_threadsafe(event.set)

    async def _live(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._drain, self._leave = asyncio.Event(), asyncio.Event()
        self.hub = hub = Hub(self.capacity)
        registered = asyncio.Event()
        life = asyncio.create_task(hub.live(registered))
        announced = asyncio.create_task(self._announce(registered))
        draining = asyncio.create_task(self._drain.wait())
        await asyncio.wait({life, draining}, return_when=asyncio.FIRST_COMPLETED)
        announced.cancel()
        if life.done():
            life.result()
        if self.ready.is_set():
            await hub.drain()
        # The last tasks end now and are recorded; Celery then says when it goes.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._leave.wait(), END_SECONDS)
        life.cancel()
        await asyncio.wait({life})
        await hub.close()
        self._closed.set()

    async def _announce(self, registered: asyncio.Event) -> None:
        await registered.wait()
        self.ready.set()
        await asyncio.to_thread(import_providers)


_thread: HubThread | None = None


def current_host() -> HubThread:
    """This process's hub; started when the first task comes if no signal has done so."""
    global _thread
    if _thread is None or not _thread.is_alive():
        load_tools()
        _thread = HubThread(settings.CELERY_WORKER_CONCURRENCY)
        _thread.start()
    return _thread


@worker_init.connect
def start(**_: Any) -> None:
    """Be registered and sweeping before the first task comes."""
    current_host()


@worker_shutting_down.connect
def hand_over(**_: Any) -> None:
    """SIGTERM: Celery then waits for its tasks, which end as their runs are handed over."""
    if _thread is not None:
        _thread.drain()


@worker_shutdown.connect
def leave(**_: Any) -> None:
    """The last moment: also reached without a warm shutdown before it."""
    if _thread is not None:
        _thread.leave()

"""A worker's hub inside the test process, on the test's database."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import uvloop
from django.db import connections

from agency.loop.hub import Hub
from agency.tool.registry import load_tools
from tests.plugin.services import wait_until

T = TypeVar("T")
START_SECONDS = 15.0


class RunningHub:
    """The hub's thread, and the test's hand on it."""

    def __init__(self) -> None:
        load_tools()
        self.hub: Hub
        self._loop: asyncio.AbstractEventLoop
        self._life: asyncio.Task[None]
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: uvloop.run(self._live()), daemon=True)
        self._thread.start()
        assert self._ready.wait(START_SECONDS), "the hub did not start"

    def do(self, work: Callable[[Hub], Coroutine[Any, Any, T]]) -> T:
        """Run a coroutine of the hub on its loop."""
        return asyncio.run_coroutine_threadsafe(work(self.hub), self._loop).result(60)

    def drain(self) -> None:
        """What SIGTERM does."""
        self.do(lambda hub: hub.drain())

    def die(self) -> None:
        """End without a word, as far as a thread can: no hand-over, the lock goes."""
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self._life.cancel)
        self._thread.join(START_SECONDS)

    async def _live(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.hub = Hub(capacity=50)
        registered = asyncio.Event()
        self._life = asyncio.create_task(self.hub.live(registered))
        await registered.wait()
        self._ready.set()
        await asyncio.wait({self._life})
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)
        await self.hub.close()


@contextmanager
def running_hub() -> Iterator[RunningHub]:
    """A hub that finds queued runs by its own sweep; ended at the end."""
    hub = RunningHub()
    try:
        yield hub
    finally:
        hub.die()
        connections.close_all()


def eventually(is_so: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until it is so, at most `seconds`."""
    wait_until(is_so, what, seconds)

"""Transactions of the hub: plain commands on a few threads with lasting connections.

Note: never abandon a transaction in flight. A coroutine that is cancelled while its transaction
runs in a thread does not know whether it committed; a run that was claimed that way would be
owned by a live worker and driven by nobody. So a cancelled caller waits for its transaction
first and is cancelled afterwards.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

log = logging.getLogger(__name__)

THREADS = 8
PATIENCE = 20.0
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 1.0

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThreads:
    """Runs commands; those that met a broken connection or a lock time-out are run again.

    Every command of the loop is safe to repeat after an ambiguous commit: it compares the
    fence, or what it is about to write, with what stands.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="hub-database")

    async def open(self) -> None:
        """Start every thread with its connection, so that no turn waits for one later."""
        together = threading.Barrier(self._threads)

        def open_mine() -> None:
            together.wait(PATIENCE)
            connection.ensure_connection()

        await asyncio.gather(*(self._once(open_mine) for _ in range(self._threads)))

    async def run(self, command: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The command's result; raises what it raises, database outages after 20 s."""
        give_up = time.monotonic() + PATIENCE
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._once(lambda: command(*args, **kwargs))
            except (OperationalError, InterfaceError) as error:
                if time.monotonic() > give_up:
                    raise
                log.warning("the database is away or busy, trying again: %s", error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)

    async def _once(self, command: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, _guarded, command)
        cancelled: asyncio.CancelledError | None = None
        while not future.done():
            try:
                await asyncio.wait({future})
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            future.exception()  # seen: the run's next owner finds what the transaction left
            raise cancelled
        return future.result()

    def close(self) -> None:
        """Wait for what runs, then close the connections."""
        together = threading.Barrier(self._threads)

        def close_mine() -> None:
            together.wait(PATIENCE)
            connection.close()

        for _ in range(self._threads):
            self._pool.submit(close_mine)
        self._pool.shutdown(wait=True)


def _guarded(command: Callable[[], T]) -> T:
    try:
        return command()
    except (OperationalError, InterfaceError):
        connection.close()
        raise

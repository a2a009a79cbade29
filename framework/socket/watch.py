"""Close what is open for somebody whose access has ended.

Note: one look for all. Each connection registers what it was admitted by; one task per process
asks about all of them at once, so that a thousand sockets cost one check every two seconds, and
a message that asks for a check may be lost without harm.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

EVERY_SECONDS = 2.0

Pass = TypeVar("Pass", bound=Hashable)
Close = Callable[[], Awaitable[None]]


class Watch(Generic[Pass]):
    """The open connections of this process by what admitted them."""

    def __init__(self, ended: Callable[[set[Pass]], Awaitable[set[Pass]]]) -> None:
        self.ended = ended
        self.open: dict[Pass, set[Close]] = {}
        self._task: asyncio.Task[None] | None = None
        self._now = asyncio.Event()

    def add(self, admitted: Pass, close: Close) -> None:
        """Call `close` once when the pass has ended."""
        self.open.setdefault(admitted, set()).add(close)
        if self._task is None or self._task.done():
            self._now = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._run())

    def remove(self, admitted: Pass, close: Close) -> None:
        """The connection is gone."""
        closes = self.open.get(admitted, set())
        closes.discard(close)
        if not closes:
            self.open.pop(admitted, None)

    def look_now(self) -> None:
        """Somebody said that access may have changed."""
        self._now.set()

    async def _run(self) -> None:
        while self.open:
            try:
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._now.wait()
            except TimeoutError:
                pass
            self._now.clear()
            await self._look()

    async def _look(self) -> None:
        try:
            ended = await self.ended(set(self.open))
        except Exception:
            log.warning("open connections could not be checked", exc_info=True)
            await asyncio.sleep(EVERY_SECONDS)
            return
        for admitted in ended:
            for close in list(self.open.pop(admitted, ())):
                try:
                    await close()
                except Exception:
                    log.warning("a connection could not be closed", exc_info=True)

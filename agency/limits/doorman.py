"""Lets runs in at the providers that they wait for; one for each worker process.

Note: what may be lost here. Whose turn it is stands in the rows. A look that does not happen,
because this process ends or the database is away, is made by the next sweep of any worker.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol
from uuid import UUID

from agency.commands.provider.let_in import LetIn, let_in
from agency.commands.provider.tell_place import tell_place
from agency.queries.provider_load import awaited_providers

log = logging.getLogger(__name__)

TOLD_AT_ONCE = 10
LEAST_PAUSE, LONGEST_PAUSE = 0.05, 1.0


class Work(Protocol):
    """Runs a command on a database thread."""

    def __call__(
        self, command: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Coroutine[Any, Any, Any]:
        """What the command returns."""
        ...


class Doorman:
    """Looks whenever a slot has come free here, and once a second for all workers' sake."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._looking: set[UUID] = set()
        self._again: set[UUID] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def freed(self, provider_id: UUID) -> None:
        """A request is over: somebody may be let in. Returns at once."""
        if provider_id in self._looking:
            self._again.add(provider_id)
            return
        self._looking.add(provider_id)
        task = asyncio.create_task(self._look(provider_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def look(self) -> None:
        """Look at every provider that some run waits for, and tell people their places."""
        for provider_id in await self._work(awaited_providers):
            found = await self._work(let_in, provider_id=provider_id)
            self._again_soon(provider_id, found)
            for one in found.places[:TOLD_AT_ONCE]:
                await self._work(tell_place, run_id=one.run, place=one.place)

    async def _look(self, provider_id: UUID) -> None:
        self._again.add(provider_id)
        try:
            while provider_id in self._again:
                self._again.discard(provider_id)
                found = await self._work(let_in, provider_id=provider_id)
                self._again_soon(provider_id, found)
        except Exception:
            log.exception("nobody was let in at provider %s; the sweep looks again", provider_id)
        finally:
            self._looking.discard(provider_id)

    def _again_soon(self, provider_id: UUID, found: LetIn) -> None:
        """Whoever is next fits before the next sweep: look then."""
        if found.seconds is not None and found.seconds < LONGEST_PAUSE:
            loop = asyncio.get_running_loop()
            loop.call_later(max(found.seconds, LEAST_PAUSE), self.freed, provider_id)

"""Who may read may have changed: hold news back until somebody has looked again.

Note: in doubt. A connection joins its groups once, but what a person may see changes: a session
becomes private, a place in a workspace is taken away. Whoever does that tells the person's
connections, which hold back what is not addressed to that person alone until they have looked.
What was held back is read from the table afterwards, and only by those who may.
"""

import asyncio
import contextlib

AGAIN_SECONDS = 1.0


class Doubt:
    """The doubt of one connection, and the wake-up for whoever looks."""

    def __init__(self) -> None:
        self.is_open = False
        self._look = asyncio.Event()

    def open(self) -> None:
        """Hold back from now on, and look."""
        self.is_open = True
        self._look.set()

    async def wait(self, seconds: float) -> None:
        """Until there is doubt, at most `seconds`; a look that failed is made again soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(AGAIN_SECONDS if self.is_open else seconds):
                await self._look.wait()
        self._look.clear()

    def settle(self) -> None:
        """The look is over; a doubt that came during it stays."""
        self.is_open = self._look.is_set()

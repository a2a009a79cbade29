"""What a web process looks after beside answering: stops that no worker carried out.

Note: the sweep of every worker does the same. But where there is one worker only, and it is frozen,
nobody else is there to sweep, and whoever asked to stop must not wait for its thaw.
"""

import asyncio
import logging

from agency.loop.sweep import force_stops
from agency.queries.stream_source import in_thread
from framework.db.errors import LOST

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0


async def keep_stopping() -> None:
    """Look about once a second, for as long as the process lives."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await in_thread(force_stops)()
        except LOST:
            continue  # all requests say so already
        except Exception:
            log.exception("stops could not be looked after; trying again")

"""Bounded waits for what happens elsewhere."""

import asyncio
import os
from pathlib import Path

STEP = 0.01
LIMIT = 10.0


async def eventually(condition, what="it"):
    """Return the condition's first true value, within ten seconds."""
    async with asyncio.timeout(LIMIT):
        while not (value := condition()):
            await asyncio.sleep(STEP)
    return value


def is_running(pid):
    """False for a process that is gone, or dead and not yet reaped by its new parent."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"

"""How soon a stop is final."""

import asyncio
import json
import time
from typing import Any

import aiohttp

from tests.bench.figures import spread
from tests.bench.installation import Installation
from tests.bench.line import Line

WRITING = 'PLAN: [{"text": "%s", "gap": 0.02}]' % ("word " * 2000)
SILENT = 'PLAN: [{"text": "Now I fall silent for good.", "silent_after": 2}]'
TOOL = 'PLAN: [{"tools": [{"name": "%s", "input": {"seconds": 60}}]}]'
KINDS = {
    "mid-stream": WRITING,
    "silent model": SILENT,
    "async tool": TOOL % "slow_once",
    "blocking tool": TOOL % "slow_sync",
}


async def stop_figures(place: Installation, people: list[Any]) -> dict[str, float]:
    """One round: everybody at once in each kind of work, then all stop."""
    found: dict[str, float] = {}
    for kind, text in KINDS.items():
        times = await _stopped(place, people, text)
        found |= {f"{kind} {name}": value for name, value in spread(times).items()}
    return found


async def _stopped(place: Installation, people: list[Any], text: str) -> list[float]:
    async with aiohttp.ClientSession() as http:
        lines = [Line(http, place.url, person) for person in people]
        for line in lines:
            await line.open()
            await line.say(text)
        await asyncio.gather(*(_is_at_work(line, tool="seconds" in text) for line in lines))
        times = await asyncio.gather(*(_stop(line) for line in lines))
        for line in lines:
            await line.socket.close()
    return list(times)


async def _is_at_work(line: Line, *, tool: bool) -> None:
    if tool:
        await line.until(
            lambda one: (
                one.get("event") == "tool_call" and one["data"]["tool_call"]["state"] == "running"
            )
        )
    else:
        await line.until(lambda one: one.get("type") == "stream_delta" and one["text"])


async def _stop(line: Line) -> float:
    at = time.monotonic()
    frame = {"action": "stop", "data": {"session_id": line.session}}
    await line.socket.send_str(json.dumps(frame))
    ended = await line.event("run_end")
    assert ended["run"]["status"] == "stopped", ended
    return time.monotonic() - at

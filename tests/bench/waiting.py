"""What 200 runs hold that wait for people: nothing but rows."""

import asyncio
from typing import Any

import aiohttp

from tests.bench.answers import ALLOW
from tests.bench.installation import Installation
from tests.bench.line import Line

HANDS = 20


async def waiting_figures(place: Installation, people: list[Any]) -> dict[str, float]:
    """Processes, threads, connections and memory before and while everybody waits."""
    place.model("load", None)
    before = place.threads()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        lines = [Line(http, place.url, one) for one in people]
        for start in range(0, len(lines), HANDS):
            await asyncio.gather(*(_wait(line) for line in lines[start : start + HANDS]))
        during = place.threads()
        for start in range(0, len(lines), HANDS):
            await asyncio.gather(*(_stop(line) for line in lines[start : start + HANDS]))
    found: dict[str, float] = {}
    for name, value in before.items():
        found |= {f"{name} before": value, f"{name} while {len(people)} wait": during[name]}
    return found


async def _wait(line: Line) -> None:
    async with line:
        await line.say(ALLOW)
        await line.event("interruption_opened")


async def _stop(line: Line) -> None:
    async with line:
        await line.ask({"action": "stop", "data": {"session_id": line.session}})

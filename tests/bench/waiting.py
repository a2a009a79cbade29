"""What 200 runs hold that wait for people: nothing but rows."""

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
        for start in range(0, len(people), HANDS):
            lines = [Line(http, place.url, one) for one in people[start : start + HANDS]]
            for line in lines:
                await line.open()
                await line.say(ALLOW)
            for line in lines:
                await line.event("interruption_opened")
                await line.socket.close()
        during = place.threads()
        for person in people:
            async with Line(http, place.url, person) as line:
                await line.ask({"action": "stop", "data": {"session_id": line.session}})
    found: dict[str, float] = {}
    for name, value in before.items():
        found |= {f"{name} before": value, f"{name} while {len(people)} wait": during[name]}
    return found

"""A session of 10,000 messages: opening it, and a new turn on it beside one on a short session."""

import time
from typing import Any

import aiohttp

from tests.bench.figures import percentile
from tests.bench.installation import Installation
from tests.bench.turns import LOAD, TTFT, many

MESSAGES = 10_000


async def open_figures(place: Installation, person: dict[str, Any]) -> dict[str, float]:
    """Time and bytes of the snapshot over REST."""
    headers = {"Authorization": f"Bearer {person['token']}"}
    times, size = [], 0
    async with aiohttp.ClientSession(headers=headers) as http:
        for _ in range(10):
            began = time.monotonic()
            async with http.get(f"{place.url}/api/session/{person['session']}/") as answer:
                answer.raise_for_status()
                size = len(await answer.read())
            times.append(time.monotonic() - began)
    return {"p50": percentile(times, 0.5) * 1000, "kB": size / 1000}


async def long_figures(place: Installation, long: Any, short: Any) -> dict[str, float]:
    """One round, the two sessions alternating."""
    place.model("load", LOAD)
    found = {}
    for name, person in (("10,000 messages", long), ("short", short)):
        opened = await open_figures(place, person)
        found |= {f"open {name} {key}": value for key, value in opened.items()}
    times: dict[str, list[float]] = {"10,000 messages": [], "short": []}
    for _ in range(3):
        for name, person in (("10,000 messages", long), ("short", short)):
            seen, _took = await many(place.url, [person], 1)
            times[name].append(seen[0].first_text - TTFT)
    for name, values in times.items():
        found[f"new turn, {name}, added TTFT p50"] = percentile(values, 0.5) * 1000
    return found

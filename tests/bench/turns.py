"""Turns under load: N people who each let a model write 200 tokens, several times in a row."""

import asyncio
import statistics
from typing import Any

import aiohttp

from tests.bench.figures import percentile, spread
from tests.bench.installation import Installation
from tests.bench.line import Line, Seen

TTFT = 0.3
TOKENS = 200
RATE = 50.0
IDEAL = TTFT + TOKENS / RATE
LOAD = {"tokens": TOKENS, "rate": RATE, "ttft": TTFT}
EXPECTED = "".join(f"w{number} " for number in range(TOKENS))


async def many(urls: str, people: list[Any], turns: int) -> tuple[list[Seen], float]:
    """Every turn that was watched, and how long all of it took."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        lines = [Line(http, urls, person) for person in people]
        for line in lines:
            await line.open()
        loop = asyncio.get_running_loop()
        began = loop.time()
        pause = IDEAL / len(lines)
        found = await asyncio.gather(
            *(_one(line, at * pause, turns) for at, line in enumerate(lines))
        )
        took = loop.time() - began
        for line in lines:
            await line.socket.close()
    return [seen for turns_of_one in found for seen in turns_of_one], took


async def _one(line: Line, wait: float, turns: int) -> list[Seen]:
    # Spread over one turn, as people are; all starting at once measures only the queue.
    await asyncio.sleep(wait)
    return [await line.turn("Write two hundred words.") for _ in range(turns)]


async def product_load(place: Installation, people: list[Any], turns: int) -> dict[str, float]:
    """One round of the product."""
    before = place.cpu()
    seen, took = await many(place.url, people, turns)
    after = place.cpu()
    count = len(seen)
    found = {
        **_named("accepted", spread(one.accepted for one in seen)),
        **_named("added TTFT", spread(one.first_text - TTFT for one in seen)),
        "gap p95": percentile([gap * 1000 for one in seen for gap in one.gaps], 0.95),
        "turn / ideal": statistics.median(one.ended for one in seen) / IDEAL,
        "turns/s": count / took,
        "bytes/turn": sum(one.size for one in seen) / count,
        "CPU ms/turn": sum(after.values()) / count * 1000 - sum(before.values()) / count * 1000,
        "wrong texts": float(sum(one.final != EXPECTED for one in seen)),
    }
    for name in before:
        kind = f"CPU ms/turn {name}"
        found[kind] = (after[name] - before[name]) / count * 1000
    return found


def _named(what: str, values: dict[str, float]) -> dict[str, float]:
    return {f"{what} {name}": value for name, value in values.items() if name != "max"}

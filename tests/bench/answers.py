"""From a person's answer to the model's next request."""

import asyncio
import json
import time
from typing import Any

import aiohttp

from tests.bench.figures import percentile
from tests.bench.installation import Installation
from tests.bench.line import Line

ASK = 'PLAN: [{"tools": [{"name": "ask_human", "input": {"question": "Go on?"}}]}, {"text": "On."}]'
ALLOW = 'PLAN: [{"tools": [{"name": "ask_tool", "input": {"subject": "it"}}]}, {"text": "Did it."}]'
YES = {"question": {"text": "yes"}, "approval": {"decision": "allow"}}


async def answered(place: Installation, people: list[Any], text: str) -> list[float]:
    """Everybody waits for a question, then all answer at once: seconds until each is asked for."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        lines = [Line(http, place.url, person) for person in people]
        for line in lines:
            await line.open()
        marks = [await line.say(f"{text}\n{line.session}") for line in lines]
        rows = [(await line.event("interruption_opened"))["interruption"] for line in lines]
        assert len(marks) == len(rows)
        place.model("reset")
        sent = await asyncio.gather(
            *(_answer(line, row) for line, row in zip(lines, rows, strict=True))
        )
        for line in lines:
            await line.event("run_end")
            await line.socket.close()
    arrived = arrivals(place)
    return [arrived[line.session] - at for line, at in zip(lines, sent, strict=True)]


async def _answer(line: Line, row: dict[str, Any]) -> float:
    frame = {"interruption": {"id": row["id"], "answer": YES[row["kind"]]}, "ref": row["id"]}
    at = time.monotonic()
    await line.socket.send_str(json.dumps(frame))
    return at


def arrivals(place: Installation) -> dict[str, float]:
    """When the fake provider got the first request of each session."""
    found: dict[str, float] = {}
    for request in place.model("requests"):
        said = json.dumps(request["body"]["messages"])
        for word in said.replace("\\n", " ").replace('"', " ").split():
            if len(word) == 36 and word.count("-") == 4:
                found.setdefault(word, request["at"])
    return found


async def answer_figures(place: Installation, people: list[Any]) -> dict[str, float]:
    """One round: a question by one person and by twenty at once, an approval by one."""
    place.model("load", None)
    one = [(await answered(place, people[:1], ASK))[0] for _ in range(5)]
    allowed = [(await answered(place, people[:1], ALLOW))[0] for _ in range(3)]
    twenty = await answered(place, people[:20], ASK)
    return {
        "question N=1 p50": percentile(one, 0.5) * 1000,
        "question N=20 p50": percentile(twenty, 0.5) * 1000,
        "question N=20 p95": percentile(twenty, 0.95) * 1000,
        "approval with its tool N=1 p50": percentile(allowed, 0.5) * 1000,
    }

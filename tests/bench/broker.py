"""The broker dies in the middle of a crowd's turns: is a token lost or told twice?"""

import asyncio
from typing import Any

from tests.bench.installation import Installation
from tests.bench.turns import EXPECTED, LOAD, many


async def broker_figures(place: Installation, people: list[Any]) -> dict[str, float]:
    """One round; whole texts are those of the messages as the sockets brought them."""
    if "Valkey" not in place.running:
        return {}
    place.model("load", LOAD)
    work = asyncio.create_task(many(place.url, people, 1))
    await asyncio.sleep(4.0)
    await asyncio.to_thread(place.restart_valkey)
    seen, _ = await work
    return {
        "turns": float(len(seen)),
        "ended well": float(sum(one.status == "done" for one in seen)),
        "lost or repeated texts": float(sum(one.final != EXPECTED for one in seen)),
        "screens with a hole until the end": float(sum(one.holes > 0 for one in seen)),
    }

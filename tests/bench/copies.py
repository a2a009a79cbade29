"""A session of 10,000 messages: forked, duplicated, exported, imported."""

import json
import time
from typing import Any

import aiohttp

from tests.bench.installation import Installation


async def copy_figures(place: Installation, person: dict[str, Any]) -> dict[str, float]:
    """Seconds of each, over REST, once; what was made is deleted again."""
    headers = {"Authorization": f"Bearer {person['token']}"}
    home = f"{place.url}/api/session/"
    mine = f"{home}{person['session']}/"
    found: dict[str, float] = {}
    timeout = aiohttp.ClientTimeout(total=600)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout) as http:

        async def timed(name: str, method: str, url: str, data: bytes | None = None) -> bytes:
            began = time.monotonic()
            head = {"Content-Type": "application/json"} if data else {}
            async with http.request(method, url, headers=head, data=data) as answer:
                raw = await answer.read()
                assert answer.status < 300, raw[:500]
            found[f"{name} s"] = time.monotonic() - began
            return raw

        async def drop(session_id: str) -> None:
            async with http.delete(f"{home}{session_id}/") as answer:
                assert answer.status < 300

        async with http.get(mine) as answer:
            newest = (await answer.json())["messages"][-1]["id"]
        await timed("fork", "POST", f"{mine}message/{newest}/fork/", b"{}")
        for name, body in (("duplicate", {}), ("duplicate a path", {"up_to_message": newest})):
            raw = await timed(name, "POST", f"{mine}duplicate/", json.dumps(body).encode())
            await drop(_id_in(raw))
        exported = await timed("export", "GET", f"{mine}export/")
        found["export MB"] = len(exported) / 1_000_000
        await timed("export as Markdown", "GET", f"{mine}export/?format=md")
        raw = await timed("import", "POST", f"{home}import/", exported)
        await drop(_id_in(raw, "sessions"))
    return found


def _id_in(raw: bytes, part: str = "") -> str:
    told = json.loads(raw)
    return str(told[part][0]["id"] if part else told["id"])

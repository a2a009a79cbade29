"""REST as a careful client uses it: a request is repeated, under one key, until it is answered."""

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp

log = logging.getLogger(__name__)

PATIENCE = 90.0
PAUSE = 0.3
AGAIN = (500, 502, 503, 504)


class GaveUp(Exception):
    """The server did not answer for longer than any fault lasts."""


@dataclass
class Api:
    """One person's token; `answers` counts the statuses, `failures` keeps what was no answer."""

    http: aiohttp.ClientSession
    url: str
    token: str
    answers: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    @property
    def headers(self) -> dict[str, str]:
        """Who asks."""
        return {"Authorization": f"Bearer {self.token}"}

    async def get(self, path: str) -> Any:
        """The answer's body; raises GaveUp."""
        return (await self.ask("GET", path))[1]

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and body of the first answer that is none of a server in trouble."""
        loop = asyncio.get_running_loop()
        limit = loop.time() + PATIENCE
        headers = self.headers | ({"Idempotency-Key": str(uuid4())} if method == "POST" else {})
        while loop.time() < limit:
            try:
                status, found = await self._once(method, path, body, headers)
            except (aiohttp.ClientError, OSError, TimeoutError):
                await asyncio.sleep(PAUSE)
                continue
            self.answers[status] += 1
            if status not in AGAIN and not _is_unfinished(found):
                return status, found
            if status == 500:
                self.failures.append(f"{method} {path}: {found}")
            await asyncio.sleep(PAUSE)
        raise GaveUp(f"{method} {path}")

    async def _once(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> tuple[int, Any]:
        limit = aiohttp.ClientTimeout(total=20)
        more = {} if body is None and method != "POST" else {"json": body or {}}
        async with self.http.request(
            method, self.url + path, headers=headers, timeout=limit, **more
        ) as answer:
            is_json = "json" in answer.headers.get("content-type", "")
            return answer.status, await answer.json(content_type=None) if is_json else None


def _is_unfinished(found: Any) -> bool:
    """The first try may still be answered, or its process died: the key frees itself."""
    return isinstance(found, dict) and found.get("code") == "in_progress"

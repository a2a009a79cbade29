"""Plays a spec to a client: the pace, and the faults, that it asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.fakes.model.errors import error_body
from tests.fakes.model.events import frame, stream_of, whole_message
from tests.fakes.model.http import Connection
from tests.fakes.model.spec import Spec
from tests.fakes.model.state import State

NEVER = 1 << 60
OPENING_FRAMES = 2


@dataclass(frozen=True)
class Dialect:
    """How a provider frames its answers and its errors."""

    stream_of: Callable[[Spec, dict[str, Any]], Iterator[tuple[bool, bytes]]]
    error_frame: Callable[[str, str], bytes]
    error_body: Callable[..., dict[str, Any]]


def _error_frame(message: str, kind: str) -> bytes:
    return frame(error_body(200, message, kind=kind))


ANTHROPIC = Dialect(stream_of, _error_frame, error_body)


async def play(
    spec: Spec,
    body: dict[str, Any],
    connection: Connection,
    state: State,
    dialect: Dialect = ANTHROPIC,
) -> str:
    """Answer one request; returns how it ended: whole, error or cut."""
    if spec.get("silent_after") == -1:
        await asyncio.Event().wait()
    if ttft := spec.get("ttft"):
        await asyncio.sleep(ttft)
    if spec.get("status", 200) != 200:
        _refuse(spec, connection, dialect)
        return "error"
    if not body.get("stream"):
        connection.answer(200, whole_message(spec, body), {"request-id": "req_fake"})
        return "whole"
    connection.begin({"request-id": "req_fake"})
    return await _Player(spec, connection, state, dialect).run(body)


def _refuse(spec: Spec, connection: Connection, dialect: Dialect) -> None:
    headers = {"request-id": "req_fake"}
    if "retry_after" in spec:
        headers["retry-after"] = str(spec["retry_after"])
    message = spec.get("message", "Scripted failure")
    more = {"code": spec["code"]} if "code" in spec else {}
    more |= {"kind": spec["error_type"]} if "error_type" in spec else {}
    body = dialect.error_body(spec["status"], message, **more)
    connection.answer(spec["status"], body, headers)


class _Player:
    def __init__(self, spec: Spec, connection: Connection, state: State, dialect: Dialect) -> None:
        self._spec = spec
        self._dialect = dialect
        self._connection = connection
        self._state = state
        self._deltas = 0
        self._bytes = 0
        self._due = 0.0

    async def run(self, body: dict[str, Any]) -> str:
        for number, (is_delta, raw) in enumerate(self._dialect.stream_of(self._spec, body)):
            if self._is_error_due(number):
                return await self._fail()
            if is_delta:
                await self._before_delta()
            if await self._write(raw) or self._deltas >= self._limit("cut"):
                self._connection.cut()
                return "cut"
        self._connection.end()
        return "whole"

    def _limit(self, fault: str) -> int:
        return int((self._spec.get(fault) or {}).get("after_deltas", NEVER))

    def _is_error_due(self, frames: int) -> bool:
        """An error comes after the opening frames, or before them when -1 is asked for."""
        limit = self._limit("error_event")
        return self._deltas >= limit and (limit < 0 or frames >= OPENING_FRAMES)

    async def _fail(self) -> str:
        event = self._spec["error_event"]
        message = event.get("message", "Overloaded")
        await self._write(self._dialect.error_frame(message, event["type"]))
        self._connection.end()
        return "error"

    async def _before_delta(self) -> None:
        if self._deltas >= self._spec.get("silent_after", NEVER):
            await asyncio.Event().wait()
        hold = self._spec.get("hold")
        if hold and self._deltas >= hold.get("after_deltas", 0):
            await self._state.gate(hold["name"]).wait()
        self._deltas += 1
        if gap := self._spec.get("gap"):
            now = asyncio.get_running_loop().time()
            self._due = max(self._due + gap, now - gap) if self._due else now + gap
            await asyncio.sleep(max(0.0, self._due - now))

    async def _write(self, raw: bytes) -> bool:
        """True when the line is to be cut here."""
        left = (self._spec.get("cut") or {}).get("after_bytes", NEVER) - self._bytes
        self._bytes += len(raw)
        cut = left < len(raw)
        raw = raw[:left] if cut else raw
        if self._spec.get("split") == "bytes":
            for value in raw:
                self._connection.chunk(bytes((value,)))
                await asyncio.sleep(0)
        elif raw:
            self._connection.chunk(raw)
        await self._connection.drain()
        return cut

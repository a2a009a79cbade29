"""The little HTTP/1.1 that the fake needs, cheap enough to feed hundreds of streams."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found"}


@dataclass(frozen=True)
class Request:
    """One request, body read whole."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Handler = Callable[[Request, "Connection"], Awaitable[None]]


class Connection(asyncio.Protocol):
    """One client; a client that goes away cancels what is being answered."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._buffer = b""
        self._task: asyncio.Task[None] | None = None
        self._drained = asyncio.Event()
        self._drained.set()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._drained.set()
        if self._task is not None:
            self._task.cancel()

    def pause_writing(self) -> None:
        self._drained.clear()

    def resume_writing(self) -> None:
        self._drained.set()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._task is None:
            self._next()

    def _next(self) -> None:
        request = self._parse()
        if request is not None:
            self._task = asyncio.ensure_future(self._handler(request, self))
            self._task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self.transport.abort()
            raise error
        if not self.transport.is_closing():
            self._next()

    def _parse(self) -> Request | None:
        head, separator, rest = self._buffer.partition(b"\r\n\r\n")
        if not separator:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines)
        }
        length = int(headers.get("content-length", "0"))
        if len(rest) < length:
            return None
        self._buffer = rest[length:]
        method, path, _ = first.split(" ", 2)
        return Request(method, path.partition("?")[0], headers, rest[:length])

    def answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        """A whole JSON answer."""
        raw = json.dumps(body).encode()
        fields = {"content-type": "application/json", **(headers or {})}
        self._head(status, {**fields, "content-length": str(len(raw))}, raw)

    def begin(self, headers: dict[str, str]) -> None:
        """The head of a streamed answer."""
        fields = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"}
        self._head(200, {**fields, **headers, "transfer-encoding": "chunked"}, b"")

    def _head(self, status: int, headers: dict[str, str], raw: bytes) -> None:
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.transport.write("\r\n".join(lines).encode() + b"\r\n\r\n" + raw)

    def chunk(self, raw: bytes) -> None:
        """One piece of a streamed answer."""
        self.transport.write(b"%x\r\n%b\r\n" % (len(raw), raw))

    def end(self) -> None:
        """The streamed answer is complete; the connection stays open."""
        self.transport.write(b"0\r\n\r\n")

    def cut(self) -> None:
        """Drop the line in the middle of whatever it was; what was written still goes out."""
        self.transport.close()

    async def drain(self) -> None:
        """Wait until the client has taken most of what was written, and notice when it left."""
        await asyncio.sleep(0)
        await self._drained.wait()

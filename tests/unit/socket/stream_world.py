"""A socket's follower between a table and a client, both of the test."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from framework.core.errors import CursorExpired, NotFound
from framework.socket.follow import PAGE, Follower
from framework.socket.frames import Frame, encode
from framework.socket.outbox import Outbox

STREAM = "session.one"


class Table:
    """The event table of a test."""

    def __init__(self) -> None:
        self.streams: dict[str, list[Frame]] = {}
        self.begun: dict[str, int] = {}
        self.first_kept = 1
        self.hidden: set[str] = set()
        self.broken = 0
        self.reads = 0
        self.text: list[Frame] = []

    def write(self, stream: str = STREAM, count: int = 1) -> list[Frame]:
        """Commit events; returns their frames."""
        rows = self.streams.setdefault(stream, [])
        for _ in range(count):
            rows.append({"stream": stream, "seq": len(rows) + 1})
        return rows[-count:]

    async def rows(self, stream: str, seq: int) -> list[Frame]:
        self.reads += 1
        if self.broken:
            self.broken -= 1
            raise OSError("the database is away")
        if stream in self.hidden:
            raise NotFound
        if seq + 1 < self.first_kept:
            raise CursorExpired
        return self.streams.get(stream, [])[seq : seq + PAGE]

    async def base(self, stream: str) -> int:
        if stream in self.hidden:
            raise NotFound
        return self.begun.get(stream, 0)

    async def newest(self, streams: Iterable[str]) -> dict[str, int]:
        return {stream: len(self.streams.get(stream, [])) for stream in streams}

    async def text_so_far(self, stream: str) -> list[Frame]:
        return self.text


class Socket:
    """A follower whose frames are kept as they were sent."""

    def __init__(self, table: Table) -> None:
        self.sent: list[Frame] = []
        self.open = asyncio.Event()
        self.open.set()
        self.outbox = Outbox()
        self.follower = Follower(table, self.outbox)

    async def send(self, text: str) -> None:
        await self.open.wait()
        self.sent.append(json.loads(text))

    def told(self, frame: Frame) -> None:
        self.follower.told(frame["stream"], frame["seq"], encode(frame))

    def numbers(self, stream: str = STREAM) -> list[int]:
        return [one["seq"] for one in self.sent if one.get("stream") == stream and "seq" in one]

    async def settled(self) -> None:
        """Let everything that can run do so."""
        for _ in range(200):
            await asyncio.sleep(0)


@asynccontextmanager
async def connected(table: Table) -> AsyncIterator[Socket]:
    socket = Socket(table)
    tasks = [
        asyncio.create_task(socket.follower.run()),
        asyncio.create_task(socket.outbox.run(socket.send)),
    ]
    try:
        yield socket
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

"""What waits to be sent to one client, bounded.

Note: a slow client. Durable frames are never dropped: who adds them waits for room, and what is
told meanwhile is read from the table later. Text deltas are merged while they wait; when even
that grows too large they are all dropped, and the client gets the text so far once it has caught
up.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from framework.socket.frames import encode

ROOMY = 256 * 1024
"""Below this many characters in the queue the client counts as quick."""
FULL = 1024 * 1024
"""Above this, durable frames wait and deltas are dropped."""
BURST = 64 * 1024 * 1024
"""Above this the client does not read at all and is let go."""

Send = Callable[[str], Awaitable[None]]


class Unread(Exception):
    """The client has stopped reading.

    If you hit this, close the socket; the client comes back with its cursors.
    """


@dataclass
class _Entry:
    text: str
    subject: str | None = None
    delta: dict[str, Any] | None = None

    def rendered(self) -> str:
        return self.text if self.delta is None else encode(self.delta)


class Outbox:
    """The queue between everything that speaks and the one task that sends."""

    def __init__(self) -> None:
        self.entries: deque[_Entry] = deque()
        self.size = 0
        self.lost: set[str] = set()
        self.when_quick: Callable[[], None] = lambda: None
        self._filled = asyncio.Event()
        self._roomy = asyncio.Event()
        self._roomy.set()

    @property
    def is_slow(self) -> bool:
        """Whether so much waits that deltas are merged."""
        return self.size > ROOMY

    def put(self, text: str) -> None:
        """Queue a frame that must arrive; raises Unread when the client never reads."""
        if self.size > BURST:
            raise Unread
        self._append(_Entry(text))

    def put_ephemeral(self, text: str, subject: str) -> None:
        """Queue a frame of a session that may be merged or dropped while the client is slow."""
        if not self.is_slow:
            self._append(_Entry(text))
            return
        if subject in self.lost:
            return
        if self.size > FULL:
            self._forget(subject)
            return
        frame = json.loads(text)
        delta = frame if frame.get("type") == "stream_delta" else None
        if delta is None or not self._merge(delta):
            self._append(_Entry(text, subject, delta))

    async def room(self) -> None:
        """Wait until durable frames may be added."""
        await self._roomy.wait()

    async def run(self, send: Send) -> None:
        """Send what is queued, in order, for ever; `send` returns when the client keeps up."""
        while True:
            while self.entries:
                entry = self.entries.popleft()
                self.size -= len(entry.text)
                await send(entry.rendered())
                if self.size <= ROOMY:
                    self._recovered()
            self._filled.clear()
            await self._filled.wait()

    def take_lost(self) -> set[str]:
        """The subjects whose deltas were dropped, once the client has caught up."""
        if self.is_slow or not self.lost:
            return set()
        lost, self.lost = self.lost, set()
        return lost

    def _recovered(self) -> None:
        self._roomy.set()
        if self.lost:
            self.when_quick()

    def _append(self, entry: _Entry) -> None:
        self.entries.append(entry)
        self.size += len(entry.text)
        if self.size > FULL:
            self._roomy.clear()
        self._filled.set()

    def _merge(self, frame: dict[str, Any]) -> bool:
        """Add a delta to the queued one that it continues."""
        place = (frame.get("message_id"), frame.get("block"))
        for entry in reversed(self.entries):
            queued = entry.delta
            if queued is None or (queued.get("message_id"), queued.get("block")) != place:
                continue
            if queued["offset"] + len(queued["text"]) != frame["offset"]:
                return False
            queued["text"] += frame["text"]
            entry.text += frame["text"]
            self.size += len(frame["text"])
            return True
        return False

    def _forget(self, subject: str) -> None:
        self.lost.add(subject)
        kept = [entry for entry in self.entries if entry.subject != subject]
        self.entries = deque(kept)
        self.size = sum(len(entry.text) for entry in kept)

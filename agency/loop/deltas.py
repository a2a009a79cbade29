"""Text on its way to the screens: many streams, one ticker.

Note: the window. A frame costs the same whether it carries one token or ten. While few streams
run, each delta leaves at once; with more, deltas are gathered for as long as keeps the process
at about a thousand frames a second, at most 100 ms, and all streams leave together in one
pipeline. A stream's first delta never waits.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from agency.llm.port import BlockKind
from framework.bus.drafts import drop_draft, save_draft, tell_deltas
from framework.bus.groups import stream_group
from framework.bus.publish import publish_ephemeral
from framework.core.text import visible_text

CALM_STREAMS = 8
SECONDS_PER_STREAM = 0.001
LONGEST_WINDOW = 0.1
COPY_SECONDS = 2.0


@dataclass
class Block:
    """One content block as far as it has come; `sent` code points are on the screens."""

    block: int
    kind: BlockKind
    name: str | None
    call_id: str | None
    text: str = ""
    sent: int = 0
    shown: bool = False

    def copy(self) -> dict[str, Any]:
        """The block as drafts and snapshots carry it."""
        return {
            "block": self.block,
            "kind": self.kind,
            "name": self.name,
            "call_id": self.call_id,
            "text": self.text,
        }


@dataclass(eq=False)
class Feed:
    """One turn being written; the same `message_id` as the message that it becomes."""

    session_id: UUID
    run_id: UUID
    message_id: UUID
    step: int
    ticker: "Ticker"
    blocks: dict[int, Block] = field(default_factory=dict)
    parts: dict[int, list[str]] = field(default_factory=dict)
    copied_at: float = 0.0

    def open(self) -> None:
        """Tell the screens to expect this message, empty; what they had of it is void."""
        self.ticker.feeds.add(self)
        self._copy()
        self._publish("stream_start", {"step": self.step, **self._names()})

    def begin(self, block: int, kind: BlockKind, name: str | None, call_id: str | None) -> None:
        """A block begins; a tool call is shown by its name at once."""
        self.blocks[block] = Block(block, kind, name, call_id)
        if kind == "tool_use":
            self.add(block, "")

    def add(self, block: int, text: str) -> None:
        """More of a block; leaves at once or with the next tick."""
        self.parts.setdefault(block, []).append(visible_text(text))
        self.ticker.touched(self, first=not self.blocks[block].shown)

    def flush(self) -> None:
        """Send what has gathered: to the draft first, then to the screens."""
        deltas = [self._take(number, parts) for number, parts in self.parts.items()]
        self.parts.clear()
        if not deltas:
            return
        message = str(self.message_id)
        frames = [{"type": "stream_delta", "message_id": message, **delta} for delta in deltas]
        tell_deltas(self.run_id, self.session_id, frames)
        if time.monotonic() - self.copied_at > COPY_SECONDS:
            self._copy()

    def close(self) -> None:
        """The message stands in the database, or never will; the draft has served."""
        self.ticker.forget(self)
        drop_draft(self.run_id)
        self._publish("stream_end", {})

    def abandon(self) -> None:
        """Stop sending but leave the draft: another worker, or a retry, goes on."""
        self.flush()
        self.ticker.forget(self)

    def copies(self) -> list[dict[str, Any]]:
        """All blocks as they stand."""
        self.flush()
        return [self.blocks[number].copy() for number in sorted(self.blocks)]

    def _take(self, number: int, parts: list[str]) -> dict[str, Any]:
        block = self.blocks[number]
        text = "".join(parts)
        delta = {"block": number, "offset": len(block.text), "text": text}
        if not block.shown:
            facts = {"kind": block.kind, "name": block.name, "call_id": block.call_id}
            delta |= {key: value for key, value in facts.items() if value is not None}
        block.text += text
        block.shown = True
        return delta

    def _copy(self) -> None:
        self.copied_at = time.monotonic()
        blocks = [self.blocks[number].copy() for number in sorted(self.blocks)]
        names = {key: str(value) for key, value in self._names().items()}
        save_draft(self.run_id, {**names, "step": self.step, "blocks": blocks})

    def _names(self) -> dict[str, str]:
        session = str(self.session_id)
        return {"run_id": str(self.run_id), "message_id": str(self.message_id)} | {
            "session_id": session,
            "thread_id": session,
        }

    def _publish(self, kind: str, body: dict[str, Any]) -> None:
        publish_ephemeral(stream_group(self.session_id), self._frame(kind, body))

    def _frame(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        ids = {"message_id": str(self.message_id), "session_id": str(self.session_id)}
        return {"type": kind, **ids, **body}


class Ticker:
    """Decides when feeds are flushed; one for a process."""

    def __init__(self) -> None:
        self.feeds: set[Feed] = set()
        self._waiting: set[Feed] = set()
        self._wake = asyncio.Event()
        self._trusted: Callable[[], bool] = lambda: True

    def trusts(self, trusted: Callable[[], bool]) -> None:
        """Send only while `trusted()`: a process that was frozen must not speak for its runs."""
        self._trusted = trusted

    def window(self) -> float:
        """How long deltas are gathered now."""
        if len(self.feeds) <= CALM_STREAMS:
            return 0.0
        return min(LONGEST_WINDOW, len(self.feeds) * SECONDS_PER_STREAM)

    def touched(self, feed: Feed, *, first: bool) -> None:
        """The feed has something to send."""
        if (first or self.window() == 0.0) and self._trusted():
            feed.flush()
            return
        self._waiting.add(feed)
        self._wake.set()

    def forget(self, feed: Feed) -> None:
        """The feed sends no more."""
        self.feeds.discard(feed)
        self._waiting.discard(feed)

    async def tick(self) -> None:
        """Flush for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(self.window())
            if not self._trusted():
                self._wake.set()
                await asyncio.sleep(LONGEST_WINDOW)
                continue
            waiting, self._waiting = self._waiting, set()
            for feed in waiting:
                feed.flush()

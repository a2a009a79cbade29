"""Keep the streams of one socket in order: never a gap, never a repeat.

Note: a single drain. Everything that a socket shows of its streams passes one task, so that two
readers can never overtake each other. News from the groups are hints: the next number in order is
forwarded as it is, a hole is filled from the table first, an older number is dropped. Of a stream
that the client is subscribing to, nothing passes before the replay (see `hold`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from framework.core.errors import AppError, CursorExpired, NotFound
from framework.db.errors import named
from framework.socket.frames import encode, error_frame
from framework.socket.hold import Held
from framework.socket.outbox import Outbox
from framework.socket.source import Source

log = logging.getLogger(__name__)

BACKLOG = 2_000
REMEMBERED = 5_000
PAGE = 200
RETRY_SECONDS = 1.0

Ref = str | int | None


@dataclass(frozen=True)
class _News:
    stream: str
    seq: int
    from_seq: int
    text: str


@dataclass(frozen=True)
class _Cursors:
    cursors: dict[str, int]
    ref: Ref


@dataclass(frozen=True)
class _Text:
    stream: str


@dataclass(frozen=True, slots=True)
class _Passing:
    text: str
    subject: str


_Item = _News | _Cursors | _Text | _Passing | None
"""None asks for a look into the table."""


def log_unnamed(stream: str, error: Exception) -> None:
    """Keep a failure that is no refusal; the client asks again or the poll mends it."""
    if not isinstance(error, AppError):
        log.warning("%s could not be read", stream, exc_info=error)


class Follower:
    """The streams that one socket follows, and the one task that sends them."""

    def __init__(self, source: Source, outbox: Outbox) -> None:
        self.source = source
        self.outbox = outbox
        self.last: dict[str, int] = {}
        self.pinned: set[str] = set()
        self._waiting: deque[_Item] = deque()
        self._behind: set[str] = set()
        self._held: Held[_News] = Held()
        self._wake = asyncio.Event()
        self._is_idle = False
        self._begun = asyncio.Event()
        self._begun.set()
        outbox.when_quick = self._wake.set

    def begin(self, cursors: dict[str, int]) -> None:
        """Follow these streams from their numbers on, for as long as the socket lives."""
        self.last.update(cursors)
        self.pinned.update(cursors)

    def pause(self, seconds: float) -> None:
        """Show nothing until `go`, at most so long: a client that comes back subscribes first."""
        self._begun.clear()
        asyncio.get_running_loop().call_later(seconds, self.go)

    def go(self) -> None:
        """Show what has come, and go on."""
        self._begun.set()

    def hold(self, streams: Iterable[str]) -> None:
        """A subscription to these is on its way: show nothing of them before it is answered."""
        self._held.add(streams)

    def free(self, streams: Iterable[str]) -> None:
        """It is answered: what was withheld and not replayed is told now."""
        for stream in streams:
            news, had_text = self._held.free(stream)
            if news is not None:
                self._add(news)
            if had_text:
                self.show_text(stream)

    def told(self, stream: str, seq: int, text: str, *, from_seq: int | None = None) -> None:
        """A group told of an event; it may be late, doubled or the first of many."""
        if len(self._waiting) < BACKLOG:
            self._add(_News(stream, seq, from_seq or seq, text))
        elif stream in self.last:
            self._behind.add(stream)

    def ephemeral(self, text: str, subject: str) -> None:
        """What no table keeps: forwarded in place, dropped when the client is slow."""
        if self._is_idle and not self._waiting:
            self._show(text, subject)  # nothing is before it: no need to wake the drain
        elif len(self._waiting) < BACKLOG:
            self._add(_Passing(text, subject))
        else:
            self.outbox.lost.add(subject)

    def subscribe(self, cursors: dict[str, int], ref: Ref) -> None:
        """Send what came after each cursor, then follow; answers by frames."""
        self.hold(cursors)
        self._add(_Cursors(cursors, ref))

    def show_text(self, stream: str) -> None:
        """Send the text that is being written, after what is already in line."""
        self._add(_Text(stream))

    def forget(self, stream: str) -> None:
        """Follow the stream no longer on purpose; news of it still pass."""
        self.pinned.discard(stream)

    def poll(self) -> None:
        """Look into the table for what the groups did not tell."""
        self._add(None)

    async def run(self) -> None:
        """Drain for ever."""
        await self._begun.wait()
        while True:
            self._is_idle = True
            await self._wake.wait()
            self._is_idle = False
            self._wake.clear()
            while self._waiting:
                await self._serve(self._waiting.popleft())
            for stream in list(self._behind):
                self._behind.discard(stream)
                await self._mend(stream)
            for subject in self.outbox.take_lost():
                await self._show_text(f"session.{subject}")

    def _add(self, item: _Item) -> None:
        self._waiting.append(item)
        self._wake.set()

    async def _serve(self, item: _Item) -> None:
        if isinstance(item, _Passing):
            self._show(item.text, item.subject)
        elif isinstance(item, _News):
            await self._tell(item)
        elif isinstance(item, _Cursors):
            await self._subscribe(item)
        elif isinstance(item, _Text):
            await self._show_text(item.stream)
        else:
            await self._poll()

    def _show(self, text: str, subject: str) -> None:
        if not self._held.keep_text(subject):
            self.outbox.put_ephemeral(text, subject)

    async def _tell(self, news: _News) -> None:
        if self._held.keep(news.stream, news):
            return
        if news.stream not in self.last and not await self._meet(news):
            return
        last = self.last[news.stream]
        if news.seq <= last:
            return
        if news.from_seq > last + 1:
            await self._mend(news.stream)
        if news.from_seq <= self.last.get(news.stream, news.seq) + 1:
            await self._send(news.stream, news.seq, news.text)

    async def _meet(self, news: _News) -> bool:
        """Learn where a stream begins that this socket sees for the first time."""
        base = news.from_seq - 1
        if base > 0:
            try:
                base = min(base, await self.source.base(news.stream))
            except NotFound:
                return False
            except Exception:
                log.warning("the start of %s could not be read", news.stream, exc_info=True)
        self._remember(news.stream, base)
        return True

    def _remember(self, stream: str, seq: int) -> None:
        self.last[stream] = seq
        while len(self.last) > REMEMBERED + len(self.pinned):
            oldest = next(key for key in self.last if key not in self.pinned)
            del self.last[oldest]

    async def _send(self, stream: str, seq: int, text: str) -> None:
        if seq <= self.last.get(stream, 0):
            return
        await self.outbox.room()
        self.outbox.put(text)
        self.last[stream] = seq

    async def _catch_up(self, stream: str) -> None:
        """Send the rows after the last number; raises CursorExpired or NotFound."""
        while stream in self.last:
            rows = await self.source.rows(stream, self.last[stream])
            for frame in rows:
                await self._send(stream, frame["seq"], encode(frame))
            if len(rows) < PAGE:
                return

    async def _mend(self, stream: str) -> None:
        """Catch up with a stream that this socket follows anyway."""
        if stream in self._held:
            return  # the subscription that is on its way reads it
        try:
            await self._catch_up(stream)
        except CursorExpired as error:
            await self._restart(stream, error, None)
        except NotFound:
            self._drop(stream)
        except Exception:
            log.warning("%s could not be read; trying again", stream, exc_info=True)
            self._behind.add(stream)
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._wake.set)

    async def _restart(self, stream: str, error: CursorExpired, ref: Ref) -> None:
        """The rows are gone: say so, and follow from now on while the client reads a snapshot."""
        self._refuse(stream, error, ref)
        try:
            newest = await self.source.newest([stream])
        except Exception as away:
            log_unnamed(stream, away)
            self._drop(stream)
        else:
            self.last[stream] = newest.get(stream, 0)

    def _drop(self, stream: str) -> None:
        self.last.pop(stream, None)
        self.pinned.discard(stream)

    def _refuse(self, stream: str, error: AppError, ref: Ref) -> None:
        self.outbox.put(encode(error_frame(error, ref) | {"stream": stream}))

    async def _subscribe(self, wanted: _Cursors) -> None:
        for stream, seq in wanted.cursors.items():
            self.last[stream] = seq
            self.pinned.add(stream)
            try:
                await self._catch_up(stream)
            except CursorExpired as error:
                await self._restart(stream, error, wanted.ref)
            except Exception as error:
                log_unnamed(stream, error)
                self._drop(stream)
                self._refuse(stream, named(error), wanted.ref)
            else:
                await self._show_text(stream)
                self._held.shown(stream)
            self.free([stream])
        if wanted.ref is not None:
            cursor = {key: self.last[key] for key in wanted.cursors if key in self.last}
            self.outbox.put(encode({"type": "ack", "ref": wanted.ref, "cursor": cursor}))

    async def _show_text(self, stream: str) -> None:
        try:
            frames = await self.source.text_so_far(stream)
        except Exception as error:
            log_unnamed(stream, error)
            return
        for frame in frames:
            await self.outbox.room()
            self.outbox.put(encode(frame))

    async def _poll(self) -> None:
        try:
            newest = await self.source.newest(self.pinned)
        except Exception:
            log.warning("the newest events could not be read", exc_info=True)
            return
        for stream, seq in newest.items():
            if seq > self.last.get(stream, seq):
                await self._mend(stream)

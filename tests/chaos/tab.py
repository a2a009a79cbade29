"""One open tab: a socket that reconnects with its cursors, and folds all that it is told."""

import asyncio
import contextlib
import json
import logging
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp

from tests.chaos.api import Api
from tests.fold import State, fold
from tests.fold_me import fold_me

log = logging.getLogger(__name__)

RECONNECT = 0.3
REPLY_SECONDS = 15.0


@dataclass
class Tab:
    """Holds the views of one window of the browser; `complaints` is what was wrong with frames."""

    api: Api
    name: str
    me: State
    sessions: dict[str, State] = field(default_factory=dict)
    held: dict[str, dict[int, State]] = field(default_factory=dict)
    caught_up: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    connections: int = 0
    frames: int = 0
    repeats: int = 0
    socket: aiohttp.ClientWebSocketResponse | None = None
    replies: dict[str, asyncio.Future[State]] = field(default_factory=dict)
    asking: set[asyncio.Task[None]] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def user_stream(self) -> str:
        """The name of the person's own stream."""
        return f"user.{self.me['me']['id']}"

    def cursors(self) -> dict[str, int]:
        """The newest number that was applied, by stream."""
        own = {self.user_stream: self.me["cursor"][self.user_stream]}
        for state in self.sessions.values():
            own |= state["cursor"]
        return own

    async def follow(self, snapshot: State) -> None:
        """Open a window of a session and go on from its snapshot."""
        state = deepcopy(snapshot)
        self.sessions[state["session"]["id"]] = state
        await self._subscribe(state["cursor"])

    async def live(self) -> None:
        """Stay connected until cancelled."""
        address = self.api.url.replace("http", "ws", 1) + "/channel/"
        while True:
            with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with self.api.http.ws_connect(
                    address, headers=self.api.headers, heartbeat=5, max_msg_size=0
                ) as socket:
                    await self._listen(socket)
            self.socket = None
            self._forget_replies()
            await asyncio.sleep(RECONNECT)

    async def request(self, frame: State) -> State | None:
        """Send a frame and await its reply; None when the connection was lost before it."""
        socket, ref = self.socket, str(uuid4())
        if socket is None:
            return None
        reply = self.replies[ref] = asyncio.get_running_loop().create_future()
        try:
            await socket.send_str(json.dumps(frame | {"ref": ref}))
            return await asyncio.wait_for(reply, REPLY_SECONDS)
        except (aiohttp.ClientError, OSError, TimeoutError, asyncio.CancelledError):
            return None
        finally:
            self.replies.pop(ref, None)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.connections += 1
        self.caught_up.clear()
        self.held.clear()
        self.socket = socket
        await self._subscribe(self.cursors())
        async for message in socket:
            if message.type == aiohttp.WSMsgType.TEXT:
                self._take(json.loads(message.data))

    async def _subscribe(self, cursors: dict[str, int]) -> None:
        if self.socket is not None:
            with contextlib.suppress(aiohttp.ClientError, OSError):
                await self.socket.send_str(json.dumps({"subscribe": cursors, "ref": "subscribed"}))

    def _ask_again(self, stream: str) -> None:
        """The server could not read the stream just now, and said so."""
        task = asyncio.create_task(self._later(stream))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def _later(self, stream: str) -> None:
        await asyncio.sleep(RECONNECT)
        await self._subscribe({stream: self.cursors()[stream]})

    def _take(self, frame: State) -> None:
        if "ref" in frame and frame["ref"] == "subscribed":
            self.caught_up |= set(frame.get("cursor", {}))
            if frame.get("code") == "unavailable":
                self._ask_again(frame["stream"])
            elif frame["type"] == "error":
                self.complaints.append(f"{self.name}: {frame}")
        elif (ref := frame.get("ref")) in self.replies:
            reply = self.replies[str(ref)]
            if not reply.done():
                reply.set_result(frame)
        elif "stream" in frame and "seq" in frame:
            self._apply(frame)

    def _apply(self, frame: State) -> None:
        """The next in order is folded, an older one dropped, a later one held."""
        stream, seq = frame["stream"], frame["seq"]
        view = self._view(stream)
        if view is None:
            return
        self.frames += 1
        last = view["cursor"][stream]
        if seq <= last:
            self.repeats += 1
        elif seq > last + 1:
            if stream in self.caught_up:
                self.complaints.append(f"{self.name}: {stream} jumps from {last} to {seq}")
            self.held.setdefault(stream, {})[seq] = frame
        else:
            self._fold(view, frame)
            waiting = self.held.get(stream, {})
            while (later := waiting.pop(view["cursor"][stream] + 1, None)) is not None:
                self._fold(view, later)
            self.changed.set()

    def _fold(self, view: State, frame: State) -> None:
        (fold_me if view is self.me else fold)(view, [deepcopy(frame)])

    def _view(self, stream: str) -> State | None:
        if stream == self.user_stream:
            return self.me
        kind, _, subject = stream.partition(".")
        return self.sessions.get(subject) if kind == "session" else None

    def _forget_replies(self) -> None:
        for reply in self.replies.values():
            if not reply.done():
                reply.cancel()


def status_of(tab: Tab, session_id: str) -> str:
    """The session's status as the tab shows it."""
    state: Any = tab.sessions[session_id]
    return str(state["session"]["status"])

"""A client on `/channel/`, and what it saw of one turn."""

import json
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp

PATIENCE = 120.0
Frame = dict[str, Any]


@dataclass
class Seen:
    """One turn as the client saw it; times in seconds since the message was sent."""

    accepted: float = 0.0
    first_text: float = 0.0
    ended: float = 0.0
    gaps: list[float] = field(default_factory=list)
    size: int = 0
    text: str = ""
    final: str = ""
    status: str = ""
    holes: int = 0


class Line:
    """One socket of one person, subscribed to one session."""

    def __init__(self, http: aiohttp.ClientSession, url: str, person: Frame) -> None:
        self.http = http
        self.url = url
        self.token: str = person["token"]
        self.session: str = person["session"]
        self.cursor: dict[str, int] = {}
        self.socket: aiohttp.ClientWebSocketResponse

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.close()

    async def open(self) -> None:
        """Connect and follow the session from its beginning."""
        self.socket = await self.http.ws_connect(
            f"{self.url}/channel/",
            headers={"Authorization": f"Bearer {self.token}"},
            max_msg_size=0,
        )
        await self.ask({"subscribe": {f"session.{self.session}": 0}})

    async def receive(self, within: float = PATIENCE) -> tuple[Frame, int]:
        """The next frame and its size."""
        message = await self.socket.receive(within)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(f"the socket was closed: {message}")
        return json.loads(message.data), len(message.data)

    async def ask(self, frame: Frame) -> Frame:
        """Send a frame and wait for its acknowledgement; what comes before is dropped."""
        ref = uuid.uuid4().hex
        await self.socket.send_str(json.dumps({**frame, "ref": ref}))
        return await self.until(lambda one: one.get("ref") == ref)

    async def until(self, wanted: Any) -> Frame:
        """The next frame that is wanted; an error frame raises."""
        while True:
            frame, _ = await self.receive()
            if frame.get("type") == "error":
                raise RuntimeError(json.dumps(frame))
            if wanted(frame):
                return frame

    async def event(self, name: str) -> Frame:
        """The data of the next event of that name."""
        found = await self.until(lambda one: one.get("event") == name)
        return dict(found["data"])

    async def say(self, text: str) -> str:
        """Send a message without waiting; its id."""
        identity = str(uuid.uuid4())
        frame = {"message": text, "session_id": self.session, "id": identity, "ref": identity}
        await self.socket.send_str(json.dumps(frame))
        return identity

    async def turn(self, text: str) -> Seen:
        """Say something and watch until the run has ended."""
        seen = Seen()
        began = last = time.monotonic()
        ref = await self.say(text)
        while not seen.ended:
            frame, size = await self.receive()
            now = time.monotonic()
            seen.size += size
            kind = frame.get("type")
            if kind == "stream_delta" and frame["text"]:
                if seen.first_text:
                    seen.gaps.append(now - last)
                else:
                    seen.first_text = now - began
                last = now
                _add(seen, frame)
            elif kind in ("ack", "error") and frame.get("ref") == ref:
                if kind == "error":
                    raise RuntimeError(json.dumps(frame))
                seen.accepted = now - began
            elif kind == "message" and frame["role"] == "ai":
                seen.final = _text(frame["content"])
            elif kind == "stream_snapshot":
                seen.text = "".join(one["text"] for one in frame["stream"]["blocks"])
            elif frame.get("event") == "run_end":
                seen.ended = now - began
                seen.status = frame["data"]["run"]["status"]
        return seen


def _add(seen: Seen, frame: Frame) -> None:
    if frame["offset"] == len(seen.text):
        seen.text += frame["text"]
    else:
        seen.holes += 1


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(one.get("text", "") for one in content)

"""A socket as a program opens it, for tests."""

import json
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

Frame = dict[str, Any]
WITHIN_SECONDS = 15.0


class Line:
    """One open socket; every frame that arrived is kept in `seen`."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[Frame] = []

    def send(self, frame: Any) -> None:
        """Send a frame, or raw text or bytes as they are."""
        self.socket.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def next(self, within: float = WITHIN_SECONDS) -> Frame:
        """The next frame; TimeoutError when none comes."""
        frame: Frame = json.loads(self.socket.recv(timeout=within))
        self.seen.append(frame)
        return frame

    def until(self, wanted: Callable[[Frame], Any], within: float = WITHIN_SECONDS) -> Frame:
        """The next frame that is wanted; those before it are only kept."""
        limit = time.monotonic() + within
        while True:
            left = limit - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"not among {[name_of(one) for one in self.seen][-40:]}")
            frame = self.next(left)
            if wanted(frame):
                return frame

    def came(self, wanted: Callable[[Frame], Any], within: float = WITHIN_SECONDS) -> Frame:
        """The newest wanted frame of those that came already, else the next one."""
        known = [frame for frame in self.seen if wanted(frame)]
        return known[-1] if known else self.until(wanted, within)

    def ask(self, frame: Frame, within: float = WITHIN_SECONDS) -> Frame:
        """Send a frame and wait for the answer to its ref; a fresh ref when it names none."""
        frame = {"ref": str(uuid.uuid4())} | frame
        self.send(frame)
        return self.until(
            lambda one: one.get("ref") == frame["ref"] and one["type"] in ("ack", "error"), within
        )


def name_of(frame: Frame) -> str:
    """How a fold calls the frame."""
    return str(frame.get("event") or frame.get("topic") or frame.get("type"))


def named(name: str, **fields: Any) -> Callable[[Frame], bool]:
    """A frame of that name with these fields."""
    return lambda frame: (
        name_of(frame) == name and all(frame.get(key) == value for key, value in fields.items())
    )


@contextmanager
def opened(
    url: str, token: str | None = None, *, path: str = "/channel/", **options: Any
) -> Iterator[Line]:
    """An open socket; the token goes into the header."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= options.pop("headers", {})
    with connect(
        url + path, additional_headers=headers, max_size=None, proxy=None, **options
    ) as socket:
        yield Line(socket)


def close_code(line: Line, within: float = WITHIN_SECONDS) -> int | None:
    """The code with which the server closes; frames before it are kept."""
    from websockets.exceptions import ConnectionClosed

    try:
        while True:
            line.next(within)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None

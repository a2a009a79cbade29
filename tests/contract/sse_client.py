"""An event stream as a program reads it, for tests."""

import http.client
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.contract.socket_client import WITHIN_SECONDS, Frame
from tests.plugin.stack import Stack


class Stream:
    """One open stream; every frame, id and comment that arrived is kept."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer
        self.seen: list[Frame] = []
        self.ids: list[int | None] = []
        self.comments: list[str] = []

    def until(self, wanted: Callable[[Frame], object], within: float = WITHIN_SECONDS) -> Frame:
        """The next frame that is wanted; those before it are only kept."""
        limit = time.monotonic() + within
        while time.monotonic() < limit:
            frame = self._next()
            if frame is not None and wanted(frame):
                return frame
        raise TimeoutError(f"not among {self.seen[-20:]}")

    def until_comment(self, text: str) -> None:
        """Read on to the next comment of this text."""
        while text not in self.comments:
            self._next()

    def until_closed(self, within: float = WITHIN_SECONDS) -> None:
        """Read on until the server ends the stream."""
        limit = time.monotonic() + within
        while time.monotonic() < limit:
            try:
                self._next()
            except EOFError:
                return
        raise TimeoutError("the stream was not ended")

    def _next(self) -> Frame | None:
        """The next event, None for a comment; EOFError at the end, TimeoutError in silence."""
        place: int | None = None
        data = ""
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "" and value:
                self.comments.append(value)
            elif name == "id":
                place = int(value)
            elif name == "data":
                data = value
            elif line == "\n":
                return self._kept(place, data)
        raise EOFError

    def _kept(self, place: int | None, data: str) -> Frame | None:
        if not data:
            return None
        frame: Frame = json.loads(data)
        self.seen.append(frame)
        self.ids.append(place)
        return frame


@contextmanager
def streaming(stack: Stack, path: str, token: str, **headers: str) -> Iterator[Stream]:
    """An open event stream; `headers` use `_` for `-`."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(
        stack.url + path, headers={"Authorization": f"Bearer {token}", **given}
    )
    with urllib.request.urlopen(request, timeout=25) as answer:
        yield Stream(answer)

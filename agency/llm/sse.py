"""Server-sent events from raw bytes, in one pass and without an object per line."""

from __future__ import annotations


class SseSplitter:
    """Cuts a byte stream into (event, data) pairs, whatever the chunk edges are.

    Lines are cut on bytes and decoded whole, so a character split between two chunks is
    never seen half. Carriage returns end a line too, as the specification has it.
    """

    __slots__ = ("_data", "_event", "_skip_newline", "_tail")

    def __init__(self) -> None:
        self._tail = b""
        self._event = ""
        self._data: list[str] = []
        self._skip_newline = False

    def feed(self, chunk: bytes) -> list[tuple[str, str]]:
        """The events that this chunk completes; an unfinished one waits for more."""
        if self._skip_newline and chunk:
            self._skip_newline = False
            chunk = chunk.removeprefix(b"\n")
        if b"\r" in chunk:
            self._skip_newline = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = (self._tail + chunk).split(b"\n")
        self._tail = lines.pop()
        events: list[tuple[str, str]] = []
        for line in lines:
            if line:
                self._take(line)
            elif self._event or self._data:
                events.append((self._event, "\n".join(self._data)))
                self._event = ""
                self._data = []
        return events

    def _take(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" ").decode())
        elif name == b"event":
            self._event = value.removeprefix(b" ").decode()

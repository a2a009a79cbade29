"""Where a socket's streams are read."""

from collections.abc import Iterable
from typing import Protocol

from framework.socket.frames import Frame


class Source(Protocol):
    """Where the rows of streams are read."""

    async def rows(self, stream: str, seq: int) -> list[Frame]:
        """The next PAGE frames after `seq`; raises CursorExpired or NotFound."""
        ...

    async def base(self, stream: str) -> int:
        """The number before the first event since this socket opened."""
        ...

    async def newest(self, streams: Iterable[str]) -> dict[str, int]:
        """The newest number of each stream."""
        ...

    async def text_so_far(self, stream: str) -> list[Frame]:
        """What a late joiner needs of a text that is being written."""
        ...

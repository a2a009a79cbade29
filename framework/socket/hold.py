"""Streams whose subscription is under way.

Note: the replay comes first. News of a stream that arrive while a client's subscription waits for
its turn would be shown before what the client has missed. They are withheld; the replay reads
them from the table, in their place. If the subscription is refused, the newest is told again, and
the hole before it is filled as always.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Generic, TypeVar

News = TypeVar("News")


class Held(Generic[News]):
    """What is withheld, by stream; one that was asked for twice is freed twice."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._newest: dict[str, News] = {}
        self._texts: set[str] = set()

    def __contains__(self, stream: str) -> bool:
        return stream in self._asked

    def add(self, streams: Iterable[str]) -> None:
        """Withhold these from now on."""
        self._asked.update(list(streams))  # a mapping would be counted by its values

    def keep(self, stream: str, news: News) -> bool:
        """Whether the news is withheld."""
        if stream in self._asked:
            self._newest[stream] = news
        return stream in self._asked

    def keep_text(self, subject: str) -> bool:
        """Whether an ephemeral frame of a session is withheld: it is seen in the next look."""
        if not self._asked:
            return False
        stream = f"session.{subject}"
        if stream in self._asked:
            self._texts.add(stream)
        return stream in self._asked

    def shown(self, stream: str) -> None:
        """The text that is being written was shown as it stands."""
        self._texts.discard(stream)

    def free(self, stream: str) -> tuple[News | None, bool]:
        """End one asking; after the last, the newest withheld, and whether text was withheld."""
        self._asked[stream] -= 1
        if self._asked[stream] > 0:
            return None, False
        del self._asked[stream]
        had_text = stream in self._texts
        self._texts.discard(stream)
        return self._newest.pop(stream, None), had_text

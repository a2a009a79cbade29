"""The wire form of long histories, kept piece by piece.

Note: messages never change, so the text of those that were sent before can be kept. A history is
cut into pieces where nothing of one side depends on the other: after an answer without calls,
before a person's message. A piece is known by the very objects that it holds.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

PIECE = 256
KEPT_CHARACTERS = 32 * 1024 * 1024

Piece = list[BaseMessage]


def pieces(messages: Sequence[BaseMessage]) -> Iterator[Piece]:
    """The history in pieces; the last one, which still grows, is never empty."""
    start = 0
    for at in range(PIECE, len(messages)):
        if at - start >= PIECE and _may_cut(messages[at - 1], messages[at]):
            yield list(messages[start:at])
            start = at
    yield list(messages[start:])


def _may_cut(before: BaseMessage, after: BaseMessage) -> bool:
    if not isinstance(before, AIMessage) or not isinstance(after, HumanMessage):
        return False
    return not before.tool_calls and bool(before.text.strip())


class KeptTexts:
    """The newest texts of pieces, shared by the threads of a process."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], tuple[Piece, str]] = OrderedDict()
        self._size = 0
        self._guard = threading.Lock()

    def text(self, piece: Piece, kind: object, make: Callable[[Piece], str]) -> str:
        """The text of a piece as this kind of request has it."""
        key = (kind, *map(id, piece))
        with self._guard:
            found = self._known.get(key)
            if found is not None:
                self._known.move_to_end(key)
                return found[1]
        text = make(piece)
        with self._guard:
            if key not in self._known:
                # The messages are kept with it: an id is theirs as long as they live.
                self._known[key] = (piece, text)
                self._size += len(text)
            while self._size > KEPT_CHARACTERS:
                self._size -= len(self._known.popitem(last=False)[1][1])
        return text


def may_be_cut(messages: Sequence[BaseMessage]) -> bool:
    """Whether the history is long, and holds nothing that is sent in another place."""
    return len(messages) > PIECE and not any(isinstance(one, SystemMessage) for one in messages)

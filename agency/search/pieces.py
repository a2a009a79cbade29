"""A text in pieces of bounded size, which overlap so that no term is cut in every one of them."""

from collections.abc import Iterator
from typing import Any

from agency.search.fold import clusters

PIECE = 32_000
OVERLAP = 400
MAX_RESULT = 16_000
"""How much of a tool's result is indexed: results are found by their beginning."""


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """Each piece with its place in the text; none for a blank one."""
    start = 0
    while start < len(text):
        end = _whole(text, start + PIECE)
        if text[start:end].strip():
            yield start, text[start:end]
        if end >= len(text):
            return
        start = _whole(text, end - OVERLAP)


def _whole(text: str, place: int) -> int:
    """The nearest place before, where no mark is parted from its character."""
    if place >= len(text):
        return len(text)
    for back in range(32):
        found = clusters().match(text, place - back - 1)
        if found is not None and found.end() <= place:
            return place - back
    return place


def message_words(role: str, content: Any) -> str:
    """The words of a message as search knows them: texts, no thinking, no tool input."""
    body = content.get("content") if isinstance(content, dict) else None
    if isinstance(body, str):
        words = body
    else:
        blocks = [block for block in body or () if isinstance(block, dict)]
        texts = (block.get("text") for block in blocks if block.get("type") == "text")
        words = "\n\n".join(text for text in texts if isinstance(text, str))
    return words[:MAX_RESULT] if role == "tool" else words

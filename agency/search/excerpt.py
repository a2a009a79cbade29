"""The lines around a hit, cut between whole characters, with what was found marked."""

import unicodedata
from collections.abc import Sequence
from typing import TypedDict

from agency.search.fold import Folded, fold_with_places
from agency.search.query import spots

LENGTH = 160
BEFORE = 50
MOST_SPOTS = 200
WORD_REACH = 14
JOINER = "\u200d"


class Part(TypedDict):
    """A piece of an excerpt; `hit` when it is what was looked for."""

    text: str
    hit: bool


Span = tuple[int, int]


def excerpt(original: str, terms: Sequence[str]) -> list[Part]:
    """About 160 characters of the text, around the place with the most different terms."""
    folded = fold_with_places(original)
    found = _spots(original, folded, terms)
    start = _window(found)
    first = _cut(original, start - BEFORE if start > BEFORE else 0)
    last = _cut(original, min(first + LENGTH, len(original)))
    hits = _joined([(low, high) for low, high, _ in found if first <= low and high <= last])
    return _parts(original, first, last, hits)


def _spots(original: str, folded: Folded, terms: Sequence[str]) -> list[tuple[int, int, str]]:
    """Where the terms stand in the original, in whole characters and in order."""
    found = []
    for term in terms:
        for (start, end), _ in zip(spots(folded.text, term), range(MOST_SPOTS), strict=False):
            low, high = folded.starts[start], folded.ends[end - 1]
            found.append((*_whole(original, low, high), term))
    return sorted(found)


def _whole(text: str, low: int, high: int) -> Span:
    while not is_boundary(text, low):
        low -= 1
    while not is_boundary(text, high):
        high += 1
    return low, high


def _window(found: list[tuple[int, int, str]]) -> int:
    """The beginning of the stretch that shows the most different terms."""
    best, start = 0, 0
    for index, (low, _, _) in enumerate(found):
        seen = {
            term for _, high, term in found[index : index + 40] if high <= low + LENGTH - BEFORE
        }
        if len(seen) > best:
            best, start = len(seen), low
    return start


def _cut(text: str, place: int) -> int:
    """A place near by to cut: before a word if one is close, never within a character."""
    if place <= 0 or place >= len(text):
        return max(0, min(place, len(text)))
    for ahead in range(WORD_REACH):
        if text[place + ahead - 1 : place + ahead].isspace():
            return place + ahead
    while place > 0 and not is_boundary(text, place):
        place -= 1
    return place


def is_boundary(text: str, place: int) -> bool:
    """Whether a new visible character begins at the place."""
    if place <= 0 or place >= len(text):
        return True
    before, after = text[place - 1], text[place]
    if before == "\r" and after == "\n":
        return False
    if before == JOINER or after == JOINER or unicodedata.category(after).startswith("M"):
        return False
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\u1160" <= after <= "\u11ff":
        return False
    return not _within_flag(text, place)


def _within_flag(text: str, place: int) -> bool:
    """Whether the place parts the two letters of a flag."""
    count = 0
    while place - count > 0 and "\U0001f1e6" <= text[place - count - 1] <= "\U0001f1ff":
        count += 1
    return count % 2 == 1 and "\U0001f1e6" <= text[place] <= "\U0001f1ff"


def _joined(hits: list[Span]) -> list[Span]:
    """The hits in order, those that touch made one."""
    joined: list[Span] = []
    for low, high in hits:
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _parts(text: str, first: int, last: int, hits: list[Span]) -> list[Part]:
    parts: list[Part] = []
    place = first
    lead = "…" if first > 0 else ""
    for low, high in hits:
        if text[place:low] or lead:
            parts.append({"text": lead + text[place:low], "hit": False})
        parts.append({"text": text[low:high], "hit": True})
        place, lead = high, ""
    rest = lead + text[place:last] + ("…" if last < len(text) else "")
    if rest:
        parts.append({"text": rest, "hit": False})
    return parts

"""One spelling for what people write in many: the same for texts and for what is searched.

Note: folding goes cluster by cluster (a character with the marks behind it), so that a place in
the folded text always leads back to a place in the original, where a hit is shown.
"""

import functools
import re
import sys
import unicodedata
from dataclasses import dataclass

PLAIN = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "\u0131": "i", "æ": "ae", "œ": "oe",
        "\u0451": "\u0435", "\u03c2": "\u03c3",
    }
)  # fmt: skip
"""Letters that no rule of Unicode leads to a plain one: also the Cyrillic yo, the last sigma."""
_DROPPED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\ufe00-\ufe0f]")
_HALF_MARKS = "\uff9e\uff9f\u1160-\u11ff"


@dataclass(frozen=True)
class Folded:
    """A folded text; its character i came from `original[starts[i]:ends[i]]`."""

    text: str
    starts: "list[int] | range"
    ends: "list[int] | range"


def fold(text: str) -> str:
    """Case, accents, widths and invisible characters put aside; every blank is a space."""
    if text.isascii():
        return _fold_ascii(text)
    return "".join(_folded(found[0]) for found in clusters().finditer(text))


def fold_with_places(text: str) -> Folded:
    """The same, with the way back to the original."""
    if text.isascii():
        return Folded(_fold_ascii(text), range(len(text)), range(1, len(text) + 1))
    parts, starts, ends = [], [], []
    for found in clusters().finditer(text):
        part = _folded(found[0])
        parts.append(part)
        starts += [found.start()] * len(part)
        ends += [found.end()] * len(part)
    return Folded("".join(parts), starts, ends)


@functools.cache
def clusters() -> re.Pattern[str]:
    """A character with all marks that belong to it."""
    codes = range(0x300, 0x20000)
    marks = [code for code in codes if unicodedata.category(chr(code)).startswith("M")]
    return re.compile(f".[{_ranges(marks)}{_HALF_MARKS}]*", re.DOTALL)


def _ranges(codes: list[int]) -> str:
    parts, first = [], codes[0]
    for code, following in zip(codes, [*codes[1:], sys.maxunicode], strict=True):
        if following != code + 1:
            parts.append(f"{chr(first)}-{chr(code)}")
            first = following
    return "".join(parts)


_ASCII = {code: " " for code in range(32)} | {127: " "}


def _fold_ascii(text: str) -> str:
    return text.translate(_ASCII).lower()


@functools.lru_cache(maxsize=65_536)
def _folded(cluster: str) -> str:
    known = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())
    return "".join(_plain(char) for char in known.translate(PLAIN))


def _plain(char: str) -> str:
    category = unicodedata.category(char)
    if char.isspace() or category == "Cc":
        return " "
    if category == "Cf" or _DROPPED_MARKS.match(char):
        return ""
    base = unicodedata.normalize("NFD", char)[0]
    if base != char and unicodedata.name(base, "").startswith(("LATIN", "GREEK")):
        return base
    return char

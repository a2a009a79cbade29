"""What the index keeps of a text: numbers for the parts of its words.

A word of an alphabet is kept by its beginnings (one letter, two) and all its threes, so that any
part of three letters is found in the middle of a compound. Signs, emoji and scripts that write
no gaps between words are kept one by one and in pairs, so that a single one is found too. A
number may stand for several parts: whoever finds by numbers looks at the text afterwards.
"""

import functools
import re
import zlib
from collections.abc import Iterator

KEY_BITS = 18
SEGMENTS = 8_192
"""How many segments have numbers of their own before they are used again."""

# Thai, Lao, Burmese, Khmer, Hangul, kana, Chinese characters.
_GAPLESS = "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ua4cf\ua960-\ua97f"
_GAPLESS += "\uac00-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
_LETTER = rf"[^\W_{_GAPLESS}]"
_PARTS = re.compile(rf"({_LETTER}+)|((?:(?!{_LETTER})\S)+)")
_LETTERS = re.compile(_LETTER)
_REMEMBERED_LENGTH = 40


def text_keys(folded: str) -> set[int]:
    """The numbers of all parts of a folded text."""
    keys: set[int] = set()
    for word, signs in _PARTS.findall(folded):
        if not word:
            keys.update(_sign_keys(signs))
        elif len(word) <= _REMEMBERED_LENGTH:
            keys |= _word_keys(word)
        else:
            keys.update(_beginnings(word), _threes(word))
    return keys


def term_keys(term: str) -> set[int]:
    """The numbers that every text with this folded term has; never none."""
    keys: set[int] = set()
    for found in _PARTS.finditer(term):
        word, signs = found.groups()
        if not word:
            keys.update(_sign_keys(signs))
            continue
        keys.update(_threes(word))
        # What stands behind a sign begins a word; the first part may stand in the middle of one.
        if found.start() or is_short(term):
            keys.update(_number(f"^{word[:size]}") for size in (1, 2) if size <= len(word))
    return keys


def is_short(term: str) -> bool:
    """One or two letters: found only where a word begins with them."""
    return len(term) <= 2 and all(is_letter(char) for char in term)


def is_letter(char: str) -> bool:
    """A letter or digit of a script with gaps between its words."""
    return bool(_LETTERS.match(char))


def keys_in_segment(segment_id: int, keys: set[int]) -> list[int]:
    """The numbers as they stand in the index, where every segment has its own range."""
    base = segment_base(segment_id)
    return sorted(base | key for key in keys)


def segment_base(segment_id: int) -> int:
    """Where the numbers of a segment begin."""
    return (segment_id % SEGMENTS) << KEY_BITS


@functools.lru_cache(maxsize=65_536)
def _word_keys(word: str) -> frozenset[int]:
    return frozenset([*_beginnings(word), *_threes(word)])


def _beginnings(word: str) -> Iterator[int]:
    yield _number(f"^{word[:1]}")
    if len(word) > 1:
        yield _number(f"^{word[:2]}")


def _threes(word: str) -> Iterator[int]:
    for start in range(len(word) - 2):
        yield _number(word[start : start + 3])


def _sign_keys(signs: str) -> Iterator[int]:
    for start in range(len(signs)):
        yield _number(f"={signs[start]}")
        if start + 1 < len(signs):
            yield _number(f"={signs[start : start + 2]}")


@functools.lru_cache(maxsize=262_144)
def _number(part: str) -> int:
    return zlib.crc32(part.encode()) & ((1 << KEY_BITS) - 1)

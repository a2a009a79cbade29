"""Keeps a key, and any telling part of it, out of texts that are shown or stored."""

from __future__ import annotations

import re

MASK = "[key]"
TELLING = 8
_KEY_SHAPES = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_\-]{8,}|(?i:bearer\s+)[A-Za-z0-9._\-]{8,}")


def scrub(text: str, key: str | None) -> str:
    """The text without the key, without any run of 8 or more of its characters, and
    without anything that looks like another key."""
    if key and len(key) >= TELLING:
        text = text.replace(key, MASK)
        text = _without_parts(text, key)
    return _KEY_SHAPES.sub(MASK, text)


def _without_parts(text: str, key: str) -> str:
    parts = {key[start : start + TELLING] for start in range(len(key) - TELLING + 1)}
    covered = [False] * len(text)
    for start in range(len(text) - TELLING + 1):
        if text[start : start + TELLING] in parts:
            covered[start : start + TELLING] = [True] * TELLING
    if not any(covered):
        return text
    pieces: list[str] = []
    for position, character in enumerate(text):
        if not covered[position]:
            pieces.append(character)
        elif position == 0 or not covered[position - 1]:
            pieces.append(MASK)
    return "".join(pieces)

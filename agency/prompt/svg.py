"""Icons that came from a model: a few shapes by their numbers, or nothing at all.

Nothing of the given text is kept. It is read, held against a list of what is allowed, and what is
stored is written anew: a name or a value that is not on the list drops the whole icon.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, ParseError

LONGEST_SVG: Final = 8_000
MOST_SHAPES: Final = 40
DEEPEST: Final = 4
FARTHEST: Final = 100.0
"""How far from the 24 x 24 box a number may lead."""

NAMESPACE: Final = "http://www.w3.org/2000/svg"
VIEW_BOX: Final = "0 0 24 24"
_HEAD = f'<svg xmlns="{NAMESPACE}" viewBox="{VIEW_BOX}"'
# Declarations, entities, comments, instructions and CDATA all begin so; no shape needs one.
_MARKUP = re.compile(r"<[!?]|&")
# One token after the other, so that no text however long can make the matching slow.
_TOKEN = re.compile(
    r"[\s,]*(?:(?P<letter>[MmLlHhVvCcSsQqTtAaZz])|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)))"
)
_LONGEST_NUMBER = 12

NUMBER, NUMBERS, PATH = "number", "numbers", "path"
PAINT = ("none", "currentColor")
_LOOKS: Final[Mapping[str, str | tuple[str, ...]]] = {
    "fill": PAINT,
    "stroke": PAINT,
    "stroke-width": NUMBER,
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_SHAPES: Final[Mapping[str, Mapping[str, str]]] = {
    "path": {"d": PATH},
    "circle": dict.fromkeys(("cx", "cy", "r"), NUMBER),
    "ellipse": dict.fromkeys(("cx", "cy", "rx", "ry"), NUMBER),
    "rect": dict.fromkeys(("x", "y", "width", "height", "rx", "ry"), NUMBER),
    "line": dict.fromkeys(("x1", "y1", "x2", "y2"), NUMBER),
    "polyline": {"points": NUMBERS},
    "polygon": {"points": NUMBERS},
}
_FRAME: Final[Mapping[str, tuple[str, ...]]] = {
    "viewBox": (VIEW_BOX,),
    "width": ("24", "24px", "1em"),
    "height": ("24", "24px", "1em"),
    "version": ("1.1",),
}


class _Refused(ValueError):
    """Something that is not on the list."""


def safe_icon(text: str) -> str:
    """The icon in a form of our own, or an empty text when it holds anything else."""
    if len(text) > LONGEST_SVG or _MARKUP.search(text):
        return ""
    try:
        root = ElementTree.fromstring(text)
        return _icon(root)
    except (ParseError, _Refused, RecursionError, ValueError):
        return ""


def _icon(root: Element) -> str:
    if _name(root) != "svg" or root.get("viewBox") != VIEW_BOX:
        raise _Refused
    if sum(1 for _ in root.iter()) > MOST_SHAPES:
        raise _Refused
    for name, value in root.attrib.items():
        if name in _FRAME and value not in _FRAME[name]:
            raise _Refused
    looks = {name: value for name, value in root.attrib.items() if name not in _FRAME}
    inside = _inside(root, 1)
    if not re.search(r"<(?!g\b)\w", inside):
        raise _Refused
    return f"{_HEAD}{_attributes(looks, _LOOKS)}>{inside}</svg>"


def _inside(parent: Element, depth: int) -> str:
    if depth > DEEPEST or (parent.text or "").strip():
        raise _Refused
    parts = []
    for child in parent:
        if (child.tail or "").strip():
            raise _Refused
        parts.append(_group(child, depth) if _name(child) == "g" else _shape(child))
    return "".join(parts)


def _group(element: Element, depth: int) -> str:
    return f"<g{_attributes(element.attrib, _LOOKS)}>{_inside(element, depth + 1)}</g>"


def _shape(element: Element) -> str:
    name = _name(element)
    if name not in _SHAPES or len(element) or (element.text or "").strip():
        raise _Refused
    return f"<{name}{_attributes(element.attrib, {**_LOOKS, **_SHAPES[name]})}/>"


def _name(element: Element) -> str:
    return str(element.tag).removeprefix(f"{{{NAMESPACE}}}")


def _attributes(given: Mapping[str, str], allowed: Mapping[str, str | tuple[str, ...]]) -> str:
    for name, value in given.items():
        if name not in allowed or not _fits(value, allowed[name]):
            raise _Refused
    return "".join(f' {name}="{" ".join(value.split())}"' for name, value in sorted(given.items()))


def _fits(value: str, kind: str | tuple[str, ...]) -> bool:
    if isinstance(kind, tuple) or not value.isascii():
        return value in kind
    tokens = _tokens(value)
    if kind == PATH:
        return tokens[:1] in (["M"], ["m"])
    is_plain = all(not token.isalpha() for token in tokens)
    return is_plain and (len(tokens) == 1 if kind == NUMBER else len(tokens) > 0)


def _tokens(value: str) -> list[str]:
    """Letters of a path and numbers; raises _Refused for anything else, or a number far away."""
    tokens: list[str] = []
    text, place = value.strip(), 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _Refused
        number = found["number"] or "0"
        if len(number) > _LONGEST_NUMBER or abs(float(number)) > FARTHEST:
            raise _Refused
        tokens.append(found["letter"] or found["number"])
        place = found.end()
    return tokens

"""What one answer of the demo model is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Think:
    """A thinking block; it is signed as the demo's, and no other provider is shown it."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """A text block."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call."""

    name: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fail:
    """The call fails here, after what was said before."""

    detail: str
    hint: str


Part = Think | Say | Call | Fail

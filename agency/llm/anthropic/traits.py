"""What a Claude model accepts, read from its name.

A floor per feature instead of a list of names: a model released tomorrow keeps what its
predecessors refuse, and a list would send it a request that it answers with 400. The API
version that the SDK speaks has no sampling parameters, so no Claude model takes any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

_NAME = re.compile(r"claude-(?P<family>[a-z]+)-(?P<major>\d{1,2})(?:-(?P<minor>\d{1,2}))?(?!\d)")
_OLD_NAME = re.compile(r"claude-(?P<major>\d)(?:-(?P<minor>\d))?-[a-z]+")


Off = Literal["omit", "disabled", "between_tools", "low_effort"]
"""Leaving it out, a type of its own, or, where it is always on, the least of it."""


@dataclass(frozen=True, slots=True)
class Traits:
    """The switches that differ between generations."""

    adaptive: bool
    """Thinking is steered by effort; a token budget is refused."""
    bound_thinking: bool
    """A replayed thinking block is checked against everything before it."""
    prefill: bool
    """The last message may be the assistant's."""
    forced_tools: bool
    """`tool_choice` may force a tool."""
    temperature: bool
    """A temperature may be sent."""
    off: Off
    """How thinking is turned off."""


# Other makers' models behind the same API know the oldest form and nothing else.
_UNKNOWN = Traits(
    adaptive=False,
    bound_thinking=False,
    prefill=True,
    forced_tools=True,
    temperature=True,
    off="omit",
)


@lru_cache(maxsize=256)
def traits_of(model: str) -> Traits:
    """Traits of a model name."""
    found = _NAME.search(model) or _OLD_NAME.search(model)
    if found is None:
        return _UNKNOWN
    version = (int(found["major"]), int(found["minor"] or 0))
    return Traits(
        adaptive=version >= (4, 6),
        bound_thinking=version >= (5, 1),
        prefill=version < (4, 6),
        forced_tools=version < (5, 1),
        temperature=False,
        off=_off(found.groupdict().get("family") or "", version),
    )


def _off(family: str, version: tuple[int, int]) -> Off:
    if version < (4, 6):
        return "omit"
    if family in ("fable", "mythos") or (family == "opus" and version >= (5, 1)):
        return "low_effort"
    return "between_tools" if family == "sonnet" and version >= (5, 1) else "disabled"


def effort_for(budget: int) -> str:
    """The effort level that spends about a thinking budget of so many tokens."""
    for ceiling, effort in ((2048, "low"), (8192, "medium"), (24576, "high"), (49152, "xhigh")):
        if budget <= ceiling:
            return effort
    return "max"

"""The small jobs that the server itself gives to a model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from agency.llm.demo.parts import Part, Say
from agency.llm.demo.turn import Turn

TITLE_WORDS = 6
ICON = (
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2">'
    '<circle cx="12" cy="12" r="8"/><path d="M12 8v4l3 2"/></svg>'
)
_WORD = re.compile(r"[\w'\u2019-]+")


def title(turn: Turn) -> list[Part]:
    """The first words of the quoted prompt, as a real title would be about as long."""
    words = _WORD.findall(_quoted(turn.text))[:TITLE_WORDS]
    name = " ".join(words)
    return [Say(name[:1].upper() + name[1:] if name else "A new session")]


def group_meta(turn: Turn) -> list[Part]:
    """A name and an icon for a run of tool calls."""
    return [Say(json.dumps({"name": "A few tool calls", "svg": ICON}))]


def summary(turn: Turn) -> list[Part]:
    """A summary that does not pretend to be one."""
    return [
        Say(
            "The earlier part of this conversation was left out here. It was held with the demo "
            "model, which cannot summarise; the full history is kept in the session."
        )
    ]


CHORES: dict[str, Callable[[Turn], list[Part]]] = {
    "title": title,
    "group_meta": group_meta,
    "compaction": summary,
}


def _quoted(text: str) -> str:
    """The prompt that a title request quotes as a JSON string; else the whole text."""
    try:
        quoted = json.loads(text.rpartition("\n\n")[2])
    except ValueError:
        return text
    return quoted if isinstance(quoted, str) else text

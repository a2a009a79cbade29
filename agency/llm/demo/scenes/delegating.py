"""Two helpers work side by side, each in a session of its own."""

from __future__ import annotations

from agency.llm.demo.parts import Call, Part, Say
from agency.llm.demo.scenes.outcomes import missing_tools, quoted
from agency.llm.demo.turn import Turn

# Words that open other scenes: a helper that asked for helpers would go on to the limit.
TASKS = (
    ("Write a short poem", "Write a short poem."),
    ("Draw up a table", "Show me a table."),
)


def ask_helpers(turn: Turn) -> list[Part]:
    """Two calls in one turn, and what they brought."""
    if turn.results:
        return [Say(_told(turn))]
    if not turn.offers("Agent"):
        return [Say(missing_tools("Agent"))]
    calls = [Call("Agent", {"description": name, "prompt": task}) for name, task in TASKS]
    opening = (
        "I give one task to each of two helpers. They work at the same time, in sessions of their "
        "own that you can open and watch; meanwhile no process waits on my behalf."
    )
    return [Say(opening), *calls]


def _told(turn: Turn) -> str:
    parts = [
        f"**{each.input.get('description', 'A helper')}** "
        f"{'came back without a result' if each.is_error else 'is done'}:\n\n"
        f"{quoted(each.content)}"
        for each in turn.results
    ]
    return "\n\n".join(["Both helpers have reported, and this is what reached me:", *parts])

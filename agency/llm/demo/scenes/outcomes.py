"""How results are told."""

from __future__ import annotations

from agency.llm.demo.turn import Result

SHOWN_LINES = 12
SHOWN_CHARACTERS = 800


def quoted(text: str) -> str:
    """A result as a block of code that its own content cannot end."""
    lines = text[:SHOWN_CHARACTERS].splitlines()
    shown = lines[:SHOWN_LINES]
    if len(lines) > len(shown) or len(text) > SHOWN_CHARACTERS:
        shown.append("…")
    fence = "```"
    while any(fence in line for line in shown):
        fence += "`"
    return "\n".join([f"{fence}text", *(shown or ["(nothing)"]), fence])


def reason_of(result: Result) -> str:
    """What a person gave as the reason for a refusal."""
    _, _, reason = result.content.partition("Reason:")
    return reason.strip()


def missing_tools(*names: str) -> str:
    """The tools of a scene are not offered in this session."""
    shown = " and ".join(f"`{name}`" for name in names)
    return (
        f"I would use {shown} now, but this session does not offer it to me. The mode or the "
        "agent decides which tools there are: choose another mode above, and try again."
    )

"""A failure on purpose."""

from __future__ import annotations

from agency.llm.demo.parts import Fail, Part, Say
from agency.llm.demo.turn import Turn


def fail(turn: Turn) -> list[Part]:
    """Some words, then an error: the words are kept and marked as incomplete."""
    return [
        Say("I begin to answer, and in the middle of the sentence the provider"),
        Fail(
            detail="The demo model failed because it was asked to.",
            hint="Nothing is wrong. Write another message, or try again.",
        ),
    ]

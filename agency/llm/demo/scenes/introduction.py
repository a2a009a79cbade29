"""Who is speaking, and what can be tried."""

from __future__ import annotations

from agency.llm.demo.parts import Part, Say
from agency.llm.demo.suggestions import SUGGESTIONS
from agency.llm.demo.turn import Turn

WHO = (
    "I am the built-in demo model. I need no key and no network, and I do not understand "
    "language: I look for a few words in your message and play a prepared answer."
)


def introduce(turn: Turn) -> list[Part]:
    """The list of what to try."""
    return [Say(f"{WHO} Everything around me is real, though.\n\n{what_to_try()}")]


def fall_back(turn: Turn) -> list[Part]:
    """Nothing in the message was recognised."""
    quoted = " ".join(turn.text.split())
    shown = quoted[:120] + ("…" if len(quoted) > 120 else "")
    heard = f"You wrote:\n\n> {shown}\n\n" if shown else ""
    return [
        Say(
            f"{heard}{WHO} To get a real answer, add a provider with a key under **Settings, "
            f"Providers** and choose one of its models.\n\n{what_to_try()}"
        )
    ]


def what_to_try() -> str:
    """The suggestions as a list."""
    lines = [f"- **{each['title']}**: “{each['prompt']}”" for each in SUGGESTIONS]
    return "\n".join(["Things to try:", "", *lines])

"""Prompts that the demo model answers well; the same words open each scene."""

from __future__ import annotations

from typing import TypedDict


class Suggestion(TypedDict):
    """A chip: what it says, and what is sent when it is chosen."""

    title: str
    prompt: str


SUGGESTIONS: list[Suggestion] = [
    {
        "title": "Watch an answer stream",
        "prompt": "Write a long answer, so that I can watch it stream.",
    },
    {
        "title": "See a tool ask first",
        "prompt": "Write a file with a short note. I want to see how you ask for approval.",
    },
    {
        "title": "Answer a question with options",
        "prompt": "Ask me a question with options.",
    },
    {
        "title": "Try a branch",
        "prompt": "Write a short poem that I can branch.",
    },
    {
        "title": "Run tools side by side",
        "prompt": "Use several tools at the same time and look around.",
    },
    {
        "title": "Two helpers at once",
        "prompt": "Ask two helpers to work for you at the same time.",
    },
    {
        "title": "See it think",
        "prompt": "Think before you answer: how many minutes has a week?",
    },
    {
        "title": "Edit after writing",
        "prompt": "Write a file and then edit it.",
    },
    {
        "title": "Answer in your own words",
        "prompt": "Ask me an open question.",
    },
    {
        "title": "A table",
        "prompt": "Show me a table.",
    },
    {
        "title": "Code",
        "prompt": "Show me some code.",
    },
    {
        "title": "Formatted text",
        "prompt": "Show me formatted text in Markdown.",
    },
    {
        "title": "A picture",
        "prompt": "Show me a picture.",
    },
    {
        "title": "When a model fails",
        "prompt": "Show me what an error looks like.",
    },
]
"""The first four lead through the product; the others show one thing each."""

MAIN_SUGGESTIONS = SUGGESTIONS[:4]

"""Questions to a person, with options and without."""

from __future__ import annotations

from agency.llm.demo.parts import Call, Part, Say
from agency.llm.demo.scenes.outcomes import missing_tools, quoted
from agency.llm.demo.turn import Turn

QUESTIONS = [
    {
        "question": "What shall we look at next?",
        "header": "Next",
        "options": [
            {"label": "Files", "description": "I write one, and ask before I do."},
            {"label": "Branches", "description": "Two answers to the same message."},
            {"label": "Nothing", "description": "We leave it at that."},
        ],
        "multi": False,
    },
    {
        "question": "Which of these do you use?",
        "header": "Habits",
        "options": [
            {"label": "Keyboard", "description": "Shortcuts wherever there are some."},
            {"label": "Mouse", "description": "Point and click."},
            {"label": "Phone", "description": "From anywhere."},
        ],
        "multi": True,
    },
]


def ask_with_options(turn: Turn) -> list[Part]:
    """Two questions: one choice, and several."""
    return _ask(
        turn,
        "AskUserQuestion",
        {"questions": QUESTIONS},
        "I have two questions. Whatever you answer, or whenever, I go on from there.",
    )


def ask_openly(turn: Turn) -> list[Part]:
    """One question, to be answered in words."""
    question = "What would you like an agent to do for you this week?"
    return _ask(turn, "ask_human", {"question": question}, "One question, in your own words.")


def _ask(turn: Turn, tool: str, given: dict[str, object], opening: str) -> list[Part]:
    if turn.results:
        return [Say(_after(turn))]
    if not turn.offers(tool):
        return [Say(missing_tools(tool))]
    return [Say(opening), Call(tool, given)]


def _after(turn: Turn) -> str:
    answer = turn.results[-1]
    if answer.is_error:
        return (
            f"I got no answer. What came back instead:\n\n{quoted(answer.content)}\n\n"
            "So I stop here; ask me again whenever you like."
        )
    return (
        f"Thank you. This is what reached me as the tool's result:\n\n{quoted(answer.content)}\n\n"
        "Until you answered, no process and no connection was held for you. A real model would "
        "now go on with your answer; I can only show it."
    )

"""The question with one text."""

from typing import Annotated

from agency.tool import tool
from agency.tool.builtin.ask_user_question import Option


@tool(effect="pure", default_policy="allow", kind="question")
def ask_human(
    question: Annotated[str, "the question, complete in itself"],
    options: Annotated[
        list[str | Option] | None, "answers to choose from; free text stays possible"
    ] = None,
) -> str:
    """Ask a person and wait for the answer, however long it takes.

    Use it when only a person can decide or know.
    """
    raise NotImplementedError("a person answers")

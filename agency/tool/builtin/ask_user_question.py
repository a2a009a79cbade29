"""Several questions at once, with options."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import AliasChoices, Field

from agency.tool import tool


@dataclass
class Option:
    """One answer to choose."""

    label: Annotated[str, Field(description="the answer, in few words", min_length=1)]
    description: Annotated[str, Field(description="what choosing it means")] = ""


@dataclass
class Question:
    """One question."""

    # The second names are those that some models know from elsewhere.
    question: Annotated[
        str,
        Field(
            description="the question, complete",
            min_length=1,
            validation_alias=AliasChoices("question", "text"),
        ),
    ]
    header: Annotated[str, Field(description="a label of one or two words")] = ""
    options: list[Option] = field(default_factory=list)
    multi: Annotated[
        bool,
        Field(
            description="several options may be chosen",
            validation_alias=AliasChoices("multi", "multiSelect"),
        ),
    ] = False
    id: Annotated[str, Field(description="a name for the answer; made when left out")] = ""


@tool(effect="pure", default_policy="allow", name="AskUserQuestion", kind="question")
def ask_user_question(
    questions: Annotated[list[Question], "what to ask, together", Field(min_length=1)],
) -> str:
    """Ask a person one or several questions, each with options to choose from or free text.

    The answer comes back as the result, however long it takes.
    """
    raise NotImplementedError("a person answers")

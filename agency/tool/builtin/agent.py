"""A helper of one's own."""

from typing import Annotated

from pydantic import Field

from agency.tool import tool


@tool(effect="once", parallel=True, default_policy="allow", name="Agent", kind="child")
def agent(
    description: Annotated[str, "the task in three to five words", Field(min_length=1)],
    prompt: Annotated[
        str, "the whole task: the helper sees nothing of this conversation", Field(min_length=1)
    ],
    agent: Annotated[
        str | None, "the name of another agent of the workspace; left out, one like you"
    ] = None,
) -> str:
    """Hand a task to a helper that works on its own and reports back with its last words.

    The helper begins without this conversation, in the same folder and with the same rights.
    Several calls in one turn run side by side. People can watch each helper and answer it.
    """
    raise NotImplementedError("a child session does the work")

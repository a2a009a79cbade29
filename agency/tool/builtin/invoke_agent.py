"""Another agent, or another session's copy, is asked and answers."""

from typing import Annotated

from pydantic import Field

from agency.tool import tool


@tool(effect="once", parallel=True, default_policy="allow", name="InvokeAgent", kind="child")
def invoke_agent(
    prompt: Annotated[str, "the message", Field(min_length=1)],
    session_id: Annotated[
        str | None,
        "a session to ask: a copy of it answers; or one from an earlier result, to go on in it",
    ] = None,
    agent: Annotated[str | None, "the name of an agent of the workspace"] = None,
) -> str:
    """Send a message to another agent and wait for its answer, its cost and its session's id.

    Messages to the same agent go to one session that remembers the earlier ones. With
    `session_id` a copy of that session answers, and the session itself stays as it is. To begin
    afresh use the tool Agent.
    """
    raise NotImplementedError("a child session does the work")

"""The agent's list of what is to be done."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from agency.tool import tool


@dataclass
class Todo:
    """One thing to do."""

    content: Annotated[str, Field(description="what is to be done", min_length=1)]
    status: Literal["pending", "in_progress", "completed"]
    activeForm: Annotated[str, Field(description="the same while it is being done")] = ""


@tool(effect="idempotent", default_policy="allow", name="TodoWrite")
async def todo_write(todos: Annotated[list[Todo], "the whole list, in order"]) -> str:
    """Write down the steps of a longer task, and keep them up to date while working.

    Each call replaces the whole list. People see it.
    """
    # The list is the argument itself, kept with the call; nothing else needs to be stored.
    counts = {status: 0 for status in ("completed", "in_progress", "pending")}
    for todo in todos:
        counts[todo.status] += 1
    told = ", ".join(f"{count} {status.replace('_', ' ')}" for status, count in counts.items())
    return f"The list has {len(todos)} items: {told}."

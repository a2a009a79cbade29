"""What the demo model looks at: the last words of a person, and what came of its own calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from agency.llm.port import ModelRequest


@dataclass(frozen=True, slots=True)
class Result:
    """One of its calls with the answer."""

    name: str
    input: Mapping[str, Any]
    content: str
    is_error: bool

    @property
    def is_denied(self) -> bool:
        """A person, a policy or a deadline said no."""
        return self.is_error and self.content.casefold().startswith("denied")


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of the exchange since a person spoke last; it is read anew each time."""

    text: str
    pictures: Sequence[Mapping[str, Any]]
    step: int
    results: Sequence[Result]
    tools: Mapping[str, Mapping[str, Any]]
    seed: str

    def offers(self, *names: str) -> bool:
        """True when all these tools may be called."""
        return all(name in self.tools for name in names)


def read_turn(request: ModelRequest) -> Turn:
    """The turn that the request asks to continue."""
    messages = list(request.messages)
    start = next(
        (at for at in range(len(messages) - 1, -1, -1) if isinstance(messages[at], HumanMessage)),
        None,
    )
    after = messages if start is None else messages[start + 1 :]
    blocks = [] if start is None else _blocks(messages[start])
    return Turn(
        text="\n".join(str(block["text"]) for block in blocks if block.get("type") == "text"),
        pictures=[block for block in blocks if block.get("type") in ("image", "image_url")],
        step=sum(isinstance(message, AIMessage) for message in after),
        results=_results(after),
        tools={tool.name: tool.input_schema for tool in request.tools},
        seed=str(request.metadata.get("run_id") or ""),
    )


def _results(messages: Sequence[BaseMessage]) -> list[Result]:
    calls = {
        str(call["id"]): call
        for message in messages
        if isinstance(message, AIMessage)
        for call in message.tool_calls
    }
    return [
        Result(
            name=call["name"],
            input=call["args"],
            content=message.text,
            is_error=message.status == "error",
        )
        for message in messages
        if isinstance(message, ToolMessage) and (call := calls.get(message.tool_call_id))
    ]


def _blocks(message: BaseMessage) -> list[Mapping[str, Any]]:
    content = [message.content] if isinstance(message.content, str) else message.content
    return [
        {"type": "text", "text": block} if isinstance(block, str) else block for block in content
    ]

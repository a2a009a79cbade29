"""A port request as the body of a chat completion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.openai.address import Dialect
from agency.llm.openai.content import (
    Block,
    arguments_of,
    is_own,
    parameters,
    pictures_of,
    result_text,
    seen_blocks,
    text_of,
    wire_name,
)
from agency.llm.openai.traits import effort_for, least_effort, reasons
from agency.llm.pictures import image_url
from agency.llm.port import ModelRequest

EMPTY_MESSAGE = "(empty message)"
PICTURES_OF_RESULTS = "Pictures from the tool results above:"


def chat_body(request: ModelRequest, dialect: Dialect) -> Block:
    """The body, streamed and with its usage told at the end."""
    body: Block = {
        "model": request.model,
        "messages": _messages(request, dialect),
        "stream": True,
        "stream_options": {"include_usage": True},
        # The newer name is all that OpenAI's newer models take, and many servers know the old one.
        "max_completion_tokens" if dialect.is_own else "max_tokens": request.max_tokens,
    }
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": wire_name(tool.name),
                    "description": tool.description,
                    "parameters": parameters(tool),
                },
            }
            for tool in request.tools
        ]
        if request.tool_choice is not None:
            body["tool_choice"] = _tool_choice(request.tool_choice)
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if (effort := _effort(request, dialect)) is not None:
        body["reasoning_effort"] = effort
    user_id = request.metadata.get("user_id")
    if dialect.is_own and user_id is not None:
        body["safety_identifier"] = str(user_id)
    return body


def _effort(request: ModelRequest, dialect: Dialect) -> str | None:
    if request.thinking:
        return (
            effort_for(request.thinking) if not dialect.is_own or reasons(request.model) else None
        )
    if request.thinking == 0 and dialect.is_own and reasons(request.model):
        return least_effort(request.model)
    return None


def _tool_choice(choice: str) -> str | Block:
    if choice in ("auto", "none"):
        return choice
    if choice == "any":
        return "required"
    return {"type": "function", "function": {"name": wire_name(choice)}}


def _messages(request: ModelRequest, dialect: Dialect) -> list[Block]:
    system = [request.system]
    system += [one.text for one in request.messages if isinstance(one, SystemMessage)]
    told = "\n\n".join(text for text in system if text.strip())
    wire: list[Block] = [{"role": "system", "content": told}] if told else []
    shown: list[Block] = []
    for message in request.messages:
        if isinstance(message, ToolMessage):
            wire.append(
                {
                    "role": "tool",
                    "tool_call_id": wire_name(message.tool_call_id),
                    "content": result_text(message),
                }
            )
            shown += pictures_of(message.content)
            continue
        _show(wire, shown)
        if isinstance(message, AIMessage):
            _append_answer(wire, message, dialect)
        elif isinstance(message, HumanMessage):
            _append_human(wire, _parts(message.content) or [_text_part(EMPTY_MESSAGE)])
    _show(wire, shown)
    return _plain_texts(_in_order(wire))


def _show(wire: list[Block], shown: list[Block]) -> None:
    """Results are text alone, so their pictures come after the last of them."""
    if shown:
        parts = [_text_part(PICTURES_OF_RESULTS), *(_picture_part(block) for block in shown)]
        _append_human(wire, parts)
        shown.clear()


def _append_human(wire: list[Block], parts: list[Block]) -> None:
    """Neighbours become one: the templates of many open models want roles that alternate."""
    if wire and wire[-1]["role"] == "user":
        wire[-1]["content"].extend(parts)
    else:
        wire.append({"role": "user", "content": parts})


def _append_answer(wire: list[Block], message: AIMessage, dialect: Dialect) -> None:
    text = text_of(message.content)
    calls = [
        {
            "id": wire_name(str(call["id"])),
            "type": "function",
            "function": {"name": wire_name(call["name"]), "arguments": arguments_of(call)},
        }
        for call in message.tool_calls
    ]
    if not text and not calls:
        return
    last = wire[-1] if wire else {}
    if last.get("role") == "assistant" and "tool_calls" not in last:
        last["content"] = "\n\n".join(part for part in (last["content"], text) if part)
    else:
        last = {"role": "assistant", "content": text or None}
        wire.append(last)
    if calls:
        last["tool_calls"] = calls
    if dialect.reasoning_field and is_own(message, "chat"):
        _give_back(last, message, dialect.reasoning_field)


def _give_back(wire: Block, message: AIMessage, field: str) -> None:
    thought = [
        str(block["thinking"])
        for block in message.content
        if isinstance(block, dict) and block.get("type") == "thinking"
    ]
    if thought:
        wire[field] = "\n\n".join(thought)


def _parts(content: str | list[Any]) -> list[Block]:
    return [
        _text_part(block["text"]) if block["type"] == "text" else _picture_part(block)
        for block in seen_blocks(content)
    ]


def _text_part(text: str) -> Block:
    return {"type": "text", "text": text}


def _picture_part(block: Block) -> Block:
    return {"type": "image_url", "image_url": {"url": image_url(block)}}


def _in_order(wire: list[Block]) -> list[Block]:
    """Results in the order of their calls, whatever order they were stored in."""
    order: dict[str, int] = {}
    placed: list[tuple[int, int, Block]] = []
    group = 0
    for message in wire:
        if message["role"] == "tool":
            placed.append((group, order.get(message["tool_call_id"], len(order)), message))
            continue
        group += 2
        placed.append((group - 1, 0, message))
        order = {call["id"]: at for at, call in enumerate(message.get("tool_calls", ()))}
    placed.sort(key=lambda one: one[:2])
    return [message for _, _, message in placed]


def _plain_texts(wire: Sequence[Block]) -> list[Block]:
    """A message of texts alone becomes a string, the only form that every server takes."""
    for message in wire:
        parts = message["content"]
        if isinstance(parts, list) and all(part["type"] == "text" for part in parts):
            message["content"] = "\n\n".join(part["text"] for part in parts)
    return list(wire)

"""A port request as the body of a call of the Responses API.

Nothing is stored at the provider: its reasoning comes encrypted, and goes back with the history.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.openai.address import Dialect
from agency.llm.openai.chat_wire import EMPTY_MESSAGE
from agency.llm.openai.content import (
    Block,
    arguments_of,
    is_own,
    parameters,
    pictures_of,
    result_text,
    seen_blocks,
    wire_name,
)
from agency.llm.openai.traits import effort_for, least_effort, reasons
from agency.llm.pictures import image_url
from agency.llm.port import ModelRequest

LEAST_OUTPUT = 16


def responses_body(request: ModelRequest, dialect: Dialect, *, replay: bool = True) -> Block:
    """The body, streamed; with `replay` False all earlier reasoning stays behind."""
    texts = [request.system]
    texts += [one.text for one in request.messages if isinstance(one, SystemMessage)]
    told = "\n\n".join(text for text in texts if text.strip())
    body: Block = {
        "model": request.model,
        "input": [item for one in request.messages for item in _items(one, replay)],
        "stream": True,
        "store": False,
        "max_output_tokens": max(LEAST_OUTPUT, request.max_tokens),
    }
    if told:
        body["instructions"] = told
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "name": wire_name(tool.name),
                "description": tool.description,
                "parameters": parameters(tool),
                "strict": False,
            }
            for tool in request.tools
        ]
        if request.tool_choice is not None:
            body["tool_choice"] = _tool_choice(request.tool_choice)
    if request.temperature is not None:
        body["temperature"] = request.temperature
    return body | _reasoning(request, dialect) | _person(request, dialect)


def _reasoning(request: ModelRequest, dialect: Dialect) -> Block:
    fields: Block = {}
    if dialect.is_own and reasons(request.model):
        fields["include"] = ["reasoning.encrypted_content"]
        if request.thinking == 0:
            fields["reasoning"] = {"effort": least_effort(request.model)}
    if request.thinking and (reasons(request.model) or not dialect.is_own):
        # Summaries are asked for with the effort only: an account that is not verified is
        # refused both, and should be able to do without either.
        fields["reasoning"] = {"effort": effort_for(request.thinking), "summary": "auto"}
    return fields


def _person(request: ModelRequest, dialect: Dialect) -> Block:
    user_id = request.metadata.get("user_id")
    return {"safety_identifier": str(user_id)} if dialect.is_own and user_id is not None else {}


def _tool_choice(choice: str) -> str | Block:
    if choice in ("auto", "none"):
        return choice
    return "required" if choice == "any" else {"type": "function", "name": wire_name(choice)}


def _items(message: BaseMessage, replay: bool) -> list[Block]:
    if isinstance(message, ToolMessage):
        return [
            {
                "type": "function_call_output",
                "call_id": wire_name(message.tool_call_id),
                "output": _output(message),
            }
        ]
    if isinstance(message, AIMessage):
        return _answer(message, replay and is_own(message, "responses"))
    if isinstance(message, HumanMessage):
        parts = [_part(block) for block in seen_blocks(message.content)]
        parts = parts or [{"type": "input_text", "text": EMPTY_MESSAGE}]
        return [{"type": "message", "role": "user", "content": parts}]
    return []


def _output(message: ToolMessage) -> str | list[Block]:
    text, pictures = result_text(message), pictures_of(message.content)
    if not pictures:
        return text
    said = [{"type": "input_text", "text": text}] if text.strip() else []
    return [*said, *(_part(block) for block in pictures)]


def _part(block: Block) -> Block:
    if block["type"] == "text":
        return {"type": "input_text", "text": block["text"]}
    return {"type": "input_image", "image_url": image_url(block), "detail": "auto"}


def _answer(message: AIMessage, own: bool) -> list[Block]:
    """The items in their order; reasoning goes back only in front of what it led to."""
    items: list[Block] = []
    thought: list[Block] = []
    calls = {str(call["id"]): call for call in message.tool_calls}
    content: Any = [message.content] if isinstance(message.content, str) else message.content
    for block in content:
        if isinstance(block, dict) and block.get("type") == "thinking":
            if own and isinstance(block.get("item"), dict):
                thought.append(block["item"])
            continue
        if (item := _said(block, calls)) is not None:
            items += [*thought, item]
            thought = []
    return [*items, *(_call(call) for call in calls.values())]


def _said(block: Any, calls: dict[str, Any]) -> Block | None:
    if isinstance(block, str):
        block = {"type": "text", "text": block}
    if block.get("type") == "tool_use":
        call = calls.pop(str(block["id"]), None)
        return _call(call) if call is not None else None
    if block.get("type") != "text" or not block["text"].strip():
        return None
    part = {"type": "output_text", "text": block["text"]}
    said: Block = {"type": "message", "role": "assistant", "content": [part]}
    return said | ({"phase": block["phase"]} if block.get("phase") else {})


def _call(call: Any) -> Block:
    return {
        "type": "function_call",
        "call_id": wire_name(str(call["id"])),
        "name": wire_name(call["name"]),
        "arguments": arguments_of(call),
    }

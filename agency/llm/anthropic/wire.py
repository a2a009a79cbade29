"""A port request as the body of a Messages API call."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.anthropic.content import (
    Block,
    assistant_blocks,
    result_content,
    user_blocks,
    wire_id,
)
from agency.llm.anthropic.traits import Traits, effort_for, traits_of
from agency.llm.port import ModelError, ModelRequest

EMPTY_MESSAGE = "(empty message)"
LEAST_BUDGET = 1024
PROVIDER = "anthropic"
BINDING_BETA = "thinking-binding-controls-2026-08-01"
_CACHED = {"type": "ephemeral"}


def wire_body(request: ModelRequest) -> dict[str, Any]:
    """Keyword arguments for the SDK's `messages.create`, without `stream`.

    Raises a fatal `ModelError` for what the model is known to refuse, before any call.
    """
    traits = traits_of(request.model)
    body = prompt_body(request)
    _refuse_what_fails(request, traits, body["messages"])
    body["max_tokens"] = request.max_tokens
    if request.temperature is not None:
        body["extra_body"] = {"temperature": request.temperature}
    if (user_id := request.metadata.get("user_id")) is not None:
        body["metadata"] = {"user_id": str(user_id)}
    _mark_cached(body)
    return body


def prompt_body(request: ModelRequest) -> dict[str, Any]:
    """The part that decides how many input tokens there are."""
    system, messages = wire_messages(request.messages, thinking=replays_thinking(request))
    texts = [text for text in (request.system, *system) if text.strip()]
    body: dict[str, Any] = {"model": request.model, "messages": messages}
    if texts:
        body["system"] = [{"type": "text", "text": "\n\n".join(texts)}]
    if request.tools:
        body["tools"] = [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": dict(tool.input_schema),
            }
            for tool in request.tools
        ]
        if request.tool_choice is not None:
            body["tool_choice"] = _tool_choice(request.tool_choice)
    body.update(_thinking(request, traits_of(request.model)))
    return body


def wire_messages(
    messages: Sequence[BaseMessage], *, thinking: bool = True
) -> tuple[list[str], list[Block]]:
    """System texts met on the way, and alternating user and assistant messages.

    With `thinking` False all thinking blocks stay behind.
    """
    system, wire = _wire(messages, thinking)
    _trim_end(wire)
    return system, wire


def wire_piece(messages: Sequence[BaseMessage], *, thinking: bool) -> list[Block]:
    """The wire messages of a part of a history that others follow."""
    return _wire(messages, thinking)[1]


def _wire(messages: Sequence[BaseMessage], thinking: bool) -> tuple[list[str], list[Block]]:
    system: list[str] = []
    wire: list[Block] = []
    for message in messages:
        if isinstance(message, SystemMessage):
            system.append(message.text)
        elif isinstance(message, AIMessage):
            signer = message.response_metadata.get("model_provider", PROVIDER)
            own = thinking and signer == PROVIDER
            blocks = assistant_blocks(message.content, message.tool_calls, own=own)
            _append(wire, "assistant", blocks)
        else:
            _append(wire, "user", _user_side(message))
    _order_results(wire)
    return system, wire


def _user_side(message: BaseMessage) -> list[Block]:
    if isinstance(message, ToolMessage):
        block: Block = {"type": "tool_result", "tool_use_id": wire_id(message.tool_call_id)}
        if content := result_content(message.content):
            block["content"] = content
        if message.status == "error":
            block["is_error"] = True
        return [block]
    if isinstance(message, HumanMessage):
        return user_blocks(message.content) or [{"type": "text", "text": EMPTY_MESSAGE}]
    raise TypeError(f"no wire form for {type(message).__name__}")


def _append(wire: list[Block], role: str, blocks: list[Block]) -> None:
    """Neighbours of one role become one message: results stay together, before any text."""
    if not blocks:
        return
    if wire and wire[-1]["role"] == role:
        wire[-1]["content"].extend(blocks)
    else:
        wire.append({"role": role, "content": blocks})


def _order_results(wire: list[Block]) -> None:
    """Results first and in the order of their calls, whatever order they were stored in."""
    for before, message in pairwise(wire):
        if message["role"] != "user":
            continue
        order = {
            block["id"]: position
            for position, block in enumerate(before["content"])
            if block["type"] == "tool_use"
        }
        if order:
            message["content"].sort(key=lambda block: _rank(block, order))


def _rank(block: Block, order: dict[str, int]) -> int:
    last = 1 << 30
    return order.get(block["tool_use_id"], last) if block["type"] == "tool_result" else last + 1


def _trim_end(wire: list[Block]) -> None:
    """The last assistant text may not end in white space; the stored one keeps it."""
    if wire and wire[-1]["role"] == "assistant":
        last = wire[-1]["content"][-1]
        if last["type"] == "text":
            last["text"] = last["text"].rstrip()


def _tool_choice(choice: str) -> Block:
    if choice in ("auto", "any", "none"):
        return {"type": choice}
    return {"type": "tool", "name": choice}


def _thinking(request: ModelRequest, traits: Traits) -> dict[str, Any]:
    budget = request.thinking
    if budget == 0 and traits.off != "low_effort":
        return {} if traits.off == "omit" else {"thinking": {"type": traits.off}}
    if not traits.adaptive:
        if not budget or _forces_tool(request) or request.max_tokens <= LEAST_BUDGET:
            return {}
        within = max(LEAST_BUDGET, min(budget, request.max_tokens - 1))
        return {"thinking": {"type": "enabled", "budget_tokens": within}}
    if budget is None and not traits.bound_thinking:
        return {}
    thinking: dict[str, Any] = {"type": "adaptive", "display": "summarized"}
    fields: dict[str, Any] = {"thinking": thinking}
    if traits.bound_thinking:
        # A mode switch or a newly connected tool changes what stands before an old
        # thinking block. Dropping that block is right; refusing the turn is not.
        thinking["block_binding"] = {"prefix_mismatch_behavior": "drop_block"}
        fields["extra_headers"] = {"anthropic-beta": BINDING_BETA}
    if budget is not None:
        fields["output_config"] = {"effort": effort_for(budget)}
    return fields


def replays_thinking(request: ModelRequest) -> bool:
    """Without thinking in this turn old thinking is of no use, and could only be refused."""
    return request.thinking != 0 or traits_of(request.model).off == "low_effort"


def _forces_tool(request: ModelRequest) -> bool:
    return request.tool_choice not in (None, "auto", "none") and bool(request.tools)


def _refuse_what_fails(request: ModelRequest, traits: Traits, messages: list[Block]) -> None:
    if request.temperature is not None and not traits.temperature:
        raise _refused(request, "takes no temperature", "Remove it from the agent's settings.")
    if _forces_tool(request) and not traits.forced_tools:
        raise _refused(
            request,
            "cannot be forced to use a tool",
            "Leave the tool choice to the model, or choose another model.",
        )
    if messages and messages[-1]["role"] == "assistant" and not traits.prefill:
        raise _refused(
            request,
            "cannot continue its own last message",
            "Send a message, or regenerate the answer.",
        )


def _refused(request: ModelRequest, what: str, hint: str) -> ModelError:
    return ModelError("fatal", f"{request.model} {what}.", hint=hint)


def _mark_cached(body: dict[str, Any]) -> None:
    """Two cache points: what rarely changes, and the whole conversation so far."""
    if "system" in body:
        body["system"][-1]["cache_control"] = _CACHED
    elif "tools" in body:
        body["tools"][-1]["cache_control"] = _CACHED
    if body["messages"] and body["messages"][-1]["role"] == "user":
        body["messages"][-1]["content"][-1]["cache_control"] = _CACHED

"""A quick token estimate for budgets and meters, where asking the provider is too slow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from langchain_core.messages import BaseMessage

from agency.llm.port import ModelRequest

MESSAGE_OVERHEAD = 4
IMAGE_TOKENS = 1600
REQUEST_OVERHEAD = 8


def estimate_text(text: str) -> int:
    """Tokens of a text: about four ASCII characters each, one for most other characters."""
    if not text:
        return 0
    if text.isascii():
        return (len(text) + 3) // 4
    plain = len(text.encode("ascii", "ignore"))
    return (plain + 3) // 4 + len(text) - plain


def estimate_block(block: Any) -> int:
    """Tokens of one content block, whatever provider's shape it has."""
    if isinstance(block, str):
        return estimate_text(block)
    if not isinstance(block, Mapping):
        return 0
    if block.get("type") in ("image", "image_url"):
        return IMAGE_TOKENS
    return sum(_estimate_value(value) for key, value in block.items() if key not in _SILENT_KEYS)


_SILENT_KEYS = frozenset({"type", "signature", "item", "cache_control", "id", "index"})


def _estimate_value(value: Any) -> int:
    if isinstance(value, str):
        return estimate_text(value)
    if isinstance(value, list):
        return sum(estimate_block(item) for item in value)
    if value is None:
        return 0
    return estimate_text(json.dumps(value, ensure_ascii=False, default=str))


def estimate_message(message: BaseMessage) -> int:
    """Tokens of one message, its tool calls included once."""
    content = message.content
    blocks = [content] if isinstance(content, str) else content
    total = MESSAGE_OVERHEAD + sum(estimate_block(block) for block in blocks)
    if isinstance(content, str):
        for call in getattr(message, "tool_calls", ()):
            total += estimate_text(call["name"]) + _estimate_value(call["args"])
    return total


def estimate_request(request: ModelRequest, said: int | None = None) -> int:
    """Input tokens of a whole request, by the same rule everywhere; `said` of its messages."""
    tools = sum(
        estimate_text(tool.name)
        + estimate_text(tool.description)
        + _estimate_value(dict(tool.input_schema))
        for tool in request.tools
    )
    if said is None:
        said = sum(map(estimate_message, request.messages))
    return REQUEST_OVERHEAD + estimate_text(request.system) + tools + said

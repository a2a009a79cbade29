"""Parts of messages on their way out, the same for both forms of the API."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage

from agency.llm.port import ToolSchema, Usage

Block = dict[str, Any]
LONGEST = 64
_PLAIN = re.compile(rf"[a-zA-Z0-9_-]{{1,{LONGEST}}}")
_OTHER = re.compile(r"[^a-zA-Z0-9_-]")


def wire_name(name: str) -> str:
    """A call id or tool name in the letters and the length that are allowed; in = in, out = out."""
    if _PLAIN.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{_OTHER.sub('_', name)[: LONGEST - 9]}_{digest}"


def own_names(tools: Sequence[ToolSchema]) -> dict[str, str]:
    """Our names of the tools by those that the model sees."""
    return {wire_name(tool.name): tool.name for tool in tools}


def parameters(tool: ToolSchema) -> Block:
    """A tool's schema; one without properties says so, else it is refused."""
    schema = dict(tool.input_schema)
    if schema.get("type") == "object":
        schema.setdefault("properties", {})
    return schema


def seen_blocks(content: str | list[Any]) -> Iterator[Block]:
    """Texts that are not blank, and pictures."""
    for block in [content] if isinstance(content, str) else content:
        if isinstance(block, str):
            block = {"type": "text", "text": block}
        kind = block.get("type")
        if kind in ("image", "image_url") or (kind == "text" and block["text"].strip()):
            yield block


def text_of(content: str | list[Any]) -> str:
    """The texts alone, a blank line between them."""
    return "\n\n".join(block["text"] for block in seen_blocks(content) if block["type"] == "text")


def pictures_of(content: str | list[Any]) -> list[Block]:
    """The pictures alone."""
    return [block for block in seen_blocks(content) if block["type"] != "text"]


def result_text(message: ToolMessage) -> str:
    """A tool's result in words; a failure says that it is one."""
    text = text_of(message.content)
    if message.status == "error" and "error" not in text[:40].lower():
        return f"Error: {text}"
    return text


def arguments_of(call: Any) -> str:
    """A call's arguments as the model once wrote them."""
    return json.dumps(call["args"], ensure_ascii=False)


def is_own(message: AIMessage, api: str) -> bool:
    """Whether the same form of the API wrote this message."""
    told = message.response_metadata
    return told.get("model_provider") == "openai" and told.get("api") == api


def usage_of(told: Block, entry: str, output: str) -> Usage:
    """Tokens in the port's words; what the cache gave or took is told as a part of the input."""
    details = told.get(f"{entry}_details") or {}
    read = int(details.get("cached_tokens") or 0)
    written = int(details.get("cache_write_tokens") or 0)
    return Usage(
        input=max(0, int(told.get(entry) or 0) - read - written),
        output=int(told.get(output) or 0),
        cache_read=read,
        cache_write=written,
    )

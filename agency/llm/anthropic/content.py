"""Content on its way out: LangChain's blocks to the provider's, nothing changed that is signed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from agency.llm.pictures import image_source

Block = dict[str, Any]

_ID = re.compile(r"[^a-zA-Z0-9_-]")
_KEPT = {
    "text": ("type", "text", "citations"),
    "thinking": ("type", "thinking", "signature"),
    "redacted_thinking": ("type", "data"),
}


def wire_id(call_id: str) -> str:
    """A call id in the characters the provider allows; the same in, the same out."""
    return _ID.sub("_", call_id) or "_"


def user_blocks(content: str | list[Any]) -> list[Block]:
    """Blocks of a human message; blank texts are left out."""
    return list(_visible_blocks(content))


def result_content(content: str | list[Any]) -> str | list[Block]:
    """Content of a tool result: text as it is, or text and image blocks."""
    if isinstance(content, str):
        return content
    return list(_visible_blocks(content))


def _visible_blocks(content: str | list[Any]) -> Iterator[Block]:
    for block in [content] if isinstance(content, str) else content:
        if isinstance(block, str):
            block = {"type": "text", "text": block}
        kind = block.get("type")
        if kind == "text":
            if block["text"].strip():
                yield {"type": "text", "text": block["text"]}
        elif kind in ("image", "image_url"):
            yield {"type": "image", "source": image_source(block)}


def assistant_blocks(
    content: str | list[Any], calls: Iterable[Any], *, own: bool = True
) -> list[Block]:
    """Blocks of an assistant message in their stored order.

    Thinking that was cut off before its signature, or that another provider signed (`own`
    is False), would be refused, so it stays behind.
    """
    blocks: list[Block] = []
    for block in [content] if isinstance(content, str) else content:
        if isinstance(block, str):
            block = {"type": "text", "text": block}
        kind = str(block.get("type"))
        if kind == "tool_use":
            blocks.append(_tool_use(block["id"], block["name"], block["input"]))
        elif _may_return(kind, block, own):
            blocks.append(
                {name: block[name] for name in _KEPT[kind] if block.get(name) is not None}
            )
    known = {block["id"] for block in blocks if block["type"] == "tool_use"}
    blocks.extend(
        _tool_use(call["id"] or "", call["name"], call["args"])
        for call in calls
        if wire_id(call["id"] or "") not in known
    )
    return blocks


def _may_return(kind: str, block: Block, own: bool) -> bool:
    if kind == "text":
        return bool(block["text"].strip())
    if kind == "thinking":
        return own and bool(block.get("signature"))
    return own and kind == "redacted_thinking"


def _tool_use(call_id: str, name: str, arguments: Any) -> Block:
    given = arguments if isinstance(arguments, dict) else {}
    return {"type": "tool_use", "id": wire_id(call_id), "name": name, "input": given}

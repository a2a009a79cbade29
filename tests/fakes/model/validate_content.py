"""Rules about content blocks, one function per kind."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

from tests.fakes.model.errors import Refused

CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
IMAGE_BYTES = 5 * 1024 * 1024
MAGIC = {
    "image/png": b"\x89PNG",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}
Block = dict[str, Any]


def blocks_of(message: dict[str, Any]) -> list[Block]:
    """The blocks of a message, its short text form included."""
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    if not isinstance(content, list):
        raise Refused("messages: content: Input should be a valid list")
    return content


def check_blocks(where: str, role: str, blocks: list[Block]) -> None:
    """Kinds that the role may hold, each in order."""
    for position, block in enumerate(blocks):
        at = f"{where}.{position}"
        kind = block.get("type")
        check = _BY_ROLE[role].get(kind) if isinstance(kind, str) else None
        if check is None:
            raise Refused(f"{at}: Input tag '{kind}' found using 'type' does not match")
        check(at, block)


def _text(at: str, block: Block) -> None:
    _only(at, block, {"text", "citations", "cache_control"})
    if not isinstance(block.get("text"), str):
        raise Refused(f"{at}.text.text: Input should be a valid string")
    if not block["text"]:
        raise Refused("messages: text content blocks must be non-empty")
    if not block["text"].strip():
        raise Refused("messages: text content blocks must contain non-whitespace text")


def _image(at: str, block: Block) -> None:
    _only(at, block, {"source", "cache_control"})
    source = block.get("source") or {}
    if source.get("type") == "url":
        return
    media = source.get("media_type")
    if media not in MAGIC:
        allowed = ", ".join(f"'{name}'" for name in MAGIC)
        raise Refused(f"{at}.image.source.base64.media_type: Input should be {allowed}")
    try:
        raw = base64.b64decode(source.get("data", ""), validate=True)
    except binascii.Error:
        raise Refused(f"{at}.image.source.base64: invalid base64 data") from None
    if not raw.startswith(MAGIC[media]):
        raise Refused(f"{at}.image.source: Image does not match the provided media type {media}")
    if len(raw) > IMAGE_BYTES:
        raise Refused(f"{at}.image.source.base64: image exceeds 5 MB maximum")


def _tool_use(at: str, block: Block) -> None:
    _only(at, block, {"id", "name", "input", "cache_control", "caller"})
    if not CALL_ID.fullmatch(block.get("id") or ""):
        raise Refused(f"{at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
    if not isinstance(block.get("name"), str) or not 1 <= len(block["name"]) <= 200:
        raise Refused(f"{at}.tool_use.name: String should have 1 to 200 characters")
    if not isinstance(block.get("input"), dict):
        raise Refused(f"{at}.tool_use.input: Input should be a valid dictionary")


def _tool_result(at: str, block: Block) -> None:
    _only(at, block, {"tool_use_id", "content", "is_error", "cache_control"})
    if not CALL_ID.fullmatch(block.get("tool_use_id") or ""):
        raise Refused(f"{at}.tool_result.tool_use_id: String should match pattern")
    content = block.get("content")
    if isinstance(content, list):
        check_blocks(f"{at}.tool_result.content", "result", content)
    elif content is not None and not isinstance(content, str):
        raise Refused(f"{at}.tool_result.content: Input should be a valid string")


def _thinking(at: str, block: Block) -> None:
    _only(at, block, {"thinking", "signature"})
    for field in ("thinking", "signature"):
        if not isinstance(block.get(field), str):
            raise Refused(f"{at}.thinking.{field}: Field required")


def _redacted(at: str, block: Block) -> None:
    _only(at, block, {"data"})
    if not isinstance(block.get("data"), str):
        raise Refused(f"{at}.redacted_thinking.data: Field required")


def _only(at: str, block: Block, fields: set[str]) -> None:
    for field in block:
        if field != "type" and field not in fields:
            raise Refused(f"{at}.{block['type']}.{field}: Extra inputs are not permitted")


_Check = Callable[[str, Block], None]
_BY_ROLE: dict[str, dict[str, _Check]] = {
    "user": {"text": _text, "image": _image, "tool_result": _tool_result},
    "assistant": {
        "text": _text,
        "tool_use": _tool_use,
        "thinking": _thinking,
        "redacted_thinking": _redacted,
    },
    "result": {"text": _text, "image": _image},
}

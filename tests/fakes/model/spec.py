"""What one scripted answer consists of.

A spec is a plain JSON object, the same in a script, in a PLAN line and over HTTP:

- content: "text", "thinking", "redacted" (strings), "tools" ([{name, input, id?, raw?}]) in
  this order, or "blocks" (the same, each with a "type") in any order; "huge" (characters)
- ending: "stop_reason", "usage" (fields of the provider's usage object)
- pace: "ttft", "gap" (seconds), "chunk" (characters per delta), "split": "bytes"
- faults: "status" with "message", "error_type", "retry_after"; "error_event"
  {after_deltas, type, message}; "cut" {after_deltas | after_bytes}; "silent_after" (deltas;
  -1 means before the headers); "hold" {name, after_deltas} until released by name
- choice: "match" (substring of the conversation), "times" (default 1; 0 for ever)
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from typing import Any

from tests.fakes.model.signing import prefix_digest, redacted, sign

Spec = dict[str, Any]
Block = dict[str, Any]

DEFAULT: Spec = {"text": "Hello from the fake model."}
INPUT_PIECE = 12
_WORDS = re.compile(r"\s*\S+\s*")


def blocks_of_spec(spec: Spec, body: dict[str, Any]) -> list[Block]:
    """Finished content blocks, signed for this very request."""
    parts = list(_parts(spec))
    signed = any("thinking" in part["type"] for part in parts)
    prefix = prefix_digest(body, len(body["messages"])) if signed else ""
    return [_finished(part, prefix) for part in parts]


def _parts(spec: Spec) -> Iterator[dict[str, Any]]:
    if "blocks" in spec:
        yield from spec["blocks"]
        return
    if "thinking" in spec:
        yield {"type": "thinking", "thinking": spec["thinking"]}
    if "redacted" in spec:
        yield {"type": "redacted_thinking", "thinking": spec["redacted"]}
    if "huge" in spec:
        yield {"type": "text", "text": ("0123456789 " * (spec["huge"] // 11 + 1))[: spec["huge"]]}
    if "text" in spec:
        yield {"type": "text", "text": spec["text"]}
    for tool in spec.get("tools", ()):
        yield {"type": "tool_use", **tool}


def _finished(part: dict[str, Any], prefix: str) -> Block:
    if part["type"] == "thinking":
        return {**part, "signature": sign(part["thinking"], prefix)}
    if part["type"] == "redacted_thinking":
        return {"type": "redacted_thinking", "data": redacted(part["thinking"], prefix)}
    if part["type"] == "tool_use":
        return {
            "type": "tool_use",
            "id": part.get("id") or f"toolu_{uuid.uuid4().hex[:24]}",
            "name": part["name"],
            "input": part.get("input", {}),
            **({"raw": part["raw"]} if "raw" in part else {}),
        }
    return {"type": "text", "text": part["text"]}


def stop_reason_of(spec: Spec, blocks: list[Block]) -> str:
    """What the provider would say why it stopped."""
    asks = any(block["type"] == "tool_use" for block in blocks)
    return spec.get("stop_reason") or ("tool_use" if asks else "end_turn")


def pieces_of(text: str, spec: Spec) -> list[str]:
    """A text in deltas: by words, or by a number of characters."""
    if size := spec.get("chunk"):
        return [text[at : at + size] for at in range(0, len(text), size)]
    return _WORDS.findall(text) or ([text] if text else [])


def deltas_of(block: Block, spec: Spec) -> Iterator[dict[str, Any]]:
    """The deltas that build a block up from its empty start."""
    if block["type"] == "text":
        for piece in pieces_of(block["text"], spec):
            yield {"type": "text_delta", "text": piece}
    elif block["type"] == "thinking":
        for piece in pieces_of(block["thinking"], spec):
            yield {"type": "thinking_delta", "thinking": piece}
        yield {"type": "signature_delta", "signature": block["signature"]}
    elif block["type"] == "tool_use":
        raw = block.get("raw") or json.dumps(block["input"], ensure_ascii=False)
        size = spec.get("chunk") or INPUT_PIECE
        for at in range(0, len(raw), size):
            yield {"type": "input_json_delta", "partial_json": raw[at : at + size]}


def empty_start(block: Block) -> Block:
    """The block as `content_block_start` shows it."""
    if block["type"] == "text":
        return {"type": "text", "text": "", "citations": None}
    if block["type"] == "thinking":
        return {"type": "thinking", "thinking": "", "signature": ""}
    if block["type"] == "tool_use":
        return {"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}}
    return block


def input_tokens(body: dict[str, Any]) -> int:
    """A steady count of what came in."""
    counted = {name: body.get(name) for name in ("system", "tools", "messages")}
    return len(json.dumps(counted, ensure_ascii=False)) // 4 + 1

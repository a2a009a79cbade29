"""What a scripted answer consists of, in the words that both forms of the API share."""

from __future__ import annotations

import json
import uuid
from typing import Any

from tests.fakes.model.spec import Spec

Part = dict[str, Any]
FINISH = {
    "end_turn": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "refusal": "stop",
    "content_filter": "content_filter",
}


def parts_of(spec: Spec) -> list[Part]:
    """Thoughts, texts and calls, the calls with ids and with their raw arguments."""
    return [_whole(part) for part in _given(spec)]


def _given(spec: Spec) -> list[Part]:
    if "blocks" in spec:
        return list(spec["blocks"])
    parts: list[Part] = []
    if "thinking" in spec:
        parts.append({"type": "thinking", "thinking": spec["thinking"]})
    if "huge" in spec:
        text = ("0123456789 " * (spec["huge"] // 11 + 1))[: spec["huge"]]
        parts.append({"type": "text", "text": text})
    if "text" in spec:
        parts.append({"type": "text", "text": spec["text"]})
    return parts + [{"type": "tool_use", **tool} for tool in spec.get("tools", ())]


def _whole(part: Part) -> Part:
    if part["type"] != "tool_use":
        return part
    raw = part.get("raw") or json.dumps(part.get("input", {}), ensure_ascii=False)
    return {**part, "id": part.get("id") or f"call_{uuid.uuid4().hex[:24]}", "raw": raw}


def reason_of(spec: Spec, parts: list[Part]) -> str:
    """Why the answer stops."""
    asks = any(part["type"] == "tool_use" for part in parts)
    return spec.get("stop_reason") or ("tool_use" if asks else "end_turn")


def usage_of(spec: Spec, taken: int, given: int, entry: str, output: str) -> dict[str, Any]:
    """Tokens in this API's words; `cached` are among those that came in."""
    return {
        entry: taken,
        output: given,
        "total_tokens": taken + given,
        f"{entry}_details": {
            "cached_tokens": spec.get("cached", 0),
            "cache_write_tokens": spec.get("written", 0),
        },
        f"{output}_details": {"reasoning_tokens": 0},
    }

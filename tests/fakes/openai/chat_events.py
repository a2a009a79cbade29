"""The chunks of one chat completion, framed as the real service frames them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

from tests.fakes.model.spec import INPUT_PIECE, Spec, input_tokens, pieces_of
from tests.fakes.openai.parts import FINISH, Part, parts_of, reason_of, usage_of

DONE = b"data: [DONE]\n\n"


def frame(payload: dict[str, Any]) -> bytes:
    """One server-sent event without a name."""
    data = json.dumps(payload, ensure_ascii=False)
    return f"data: {data}\n\n".encode("utf-8", "surrogatepass")


def stream_of(spec: Spec, body: dict[str, Any]) -> Iterator[tuple[bool, bytes]]:
    """Frames in order, each with whether it is a delta."""
    head = {
        "id": f"chatcmpl-{uuid.uuid4().hex[:24]}",
        "object": "chat.completion.chunk",
        "created": 1_790_000_000,
        "model": body["model"],
    }
    wants_usage = (body.get("stream_options") or {}).get("include_usage") and "no_usage" not in spec
    more = {"usage": None} if wants_usage else {}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return frame({**head, "choices": [choice], **more})

    yield False, chunk({"role": "assistant", "content": ""})
    yield False, b": keep-alive\n\n"
    parts, count = parts_of(spec), 0
    for delta in _deltas(parts, spec):
        count += 1
        yield True, chunk(delta)
    if "no_finish" not in spec:
        yield False, chunk({}, FINISH[reason_of(spec, parts)])
    if wants_usage:
        usage = usage_of(spec, input_tokens(body), count, "prompt_tokens", "completion_tokens")
        yield False, frame({**head, "choices": [], "usage": usage})
    yield False, DONE


def _deltas(parts: list[Part], spec: Spec) -> Iterator[dict[str, Any]]:
    field = spec.get("thinking_field", "reasoning_content")
    for part in parts:
        if part["type"] == "thinking":
            yield from ({field: piece} for piece in pieces_of(part["thinking"], spec))
        elif part["type"] == "text":
            name = "refusal" if spec.get("stop_reason") == "refusal" else "content"
            yield from ({name: piece} for piece in pieces_of(part["text"], spec))
    calls = [part for part in parts if part["type"] == "tool_use"]
    per_call = [list(_call_deltas(at, call, spec)) for at, call in enumerate(calls)]
    if not spec.get("interleave"):
        yield from (delta for deltas in per_call for delta in deltas)
        return
    for at in range(max(map(len, per_call), default=0)):
        yield from (deltas[at] for deltas in per_call if at < len(deltas))


def _call_deltas(at: int, call: Part, spec: Spec) -> Iterator[dict[str, Any]]:
    head = {"id": call["id"], "type": "function"}
    name = {"name": call["name"], "arguments": ""}
    yield {"tool_calls": [{"index": at, **head, "function": name}]}
    size = spec.get("chunk") or INPUT_PIECE
    for start in range(0, len(call["raw"]), size):
        piece = {"arguments": call["raw"][start : start + size]}
        yield {"tool_calls": [{"index": at, "function": piece}]}

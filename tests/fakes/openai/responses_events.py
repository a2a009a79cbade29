"""The events of one response, framed and numbered as the real service does it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from itertools import count as counter
from typing import Any

from tests.fakes.model.spec import INPUT_PIECE, Spec, pieces_of
from tests.fakes.openai.parts import Part, parts_of, reason_of, usage_of
from tests.fakes.openai.validate_responses import sealed

Event = dict[str, Any]


def frame(payload: Event) -> bytes:
    """One server-sent event, named by its type."""
    data = json.dumps(payload, ensure_ascii=False)
    return f"event: {payload['type']}\ndata: {data}\n\n".encode("utf-8", "surrogatepass")


def stream_of(spec: Spec, body: dict[str, Any]) -> Iterator[tuple[bool, bytes]]:
    """Frames in order, each with whether it is a delta."""
    numbers = counter()
    for is_delta, event in _events(spec, body):
        yield is_delta, frame({**event, "sequence_number": next(numbers)})


def _events(spec: Spec, body: dict[str, Any]) -> Iterator[tuple[bool, Event]]:
    response = {
        "id": f"resp_{uuid.uuid4().hex[:24]}",
        "object": "response",
        "model": body["model"],
        "status": "in_progress",
        "output": [],
        "usage": None,
    }
    yield False, {"type": "response.created", "response": response}
    yield False, {"type": "response.in_progress", "response": response}
    parts, given = parts_of(spec), 0
    for index, part in enumerate(parts):
        for is_delta, event in _item(part, spec, body):
            given += is_delta
            yield is_delta, {**event, "output_index": index}
    taken = len(json.dumps(body["input"], ensure_ascii=False)) // 4 + 1
    usage = usage_of(spec, taken, given, "input_tokens", "output_tokens")
    reason = reason_of(spec, parts)
    cut = {"max_tokens": "max_output_tokens", "content_filter": "content_filter"}.get(reason)
    ending = "incomplete" if cut else "completed"
    details = {"incomplete_details": {"reason": cut} if cut else None}
    whole = {**response, "status": ending, "usage": usage, **details}
    yield False, {"type": f"response.{ending}", "response": whole}


def _item(part: Part, spec: Spec, body: dict[str, Any]) -> Iterator[tuple[bool, Event]]:
    if part["type"] == "thinking":
        yield from _reasoning(part, spec, body)
    elif part["type"] == "text":
        yield from _message(part, spec)
    else:
        yield from _call(part, spec)


def _reasoning(part: Part, spec: Spec, body: dict[str, Any]) -> Iterator[tuple[bool, Event]]:
    item: Event = {"id": f"rs_{uuid.uuid4().hex}", "type": "reasoning", "summary": []}
    yield False, {"type": "response.output_item.added", "item": item}
    for text in pieces_of(part["thinking"], spec):
        delta = {"item_id": item["id"], "summary_index": 0, "delta": text}
        yield True, {"type": "response.reasoning_summary_text.delta", **delta}
    item["summary"] = [{"type": "summary_text", "text": part["thinking"]}]
    item["encrypted_content"] = sealed(part["thinking"])
    yield False, {"type": "response.output_item.done", "item": item}


def _message(part: Part, spec: Spec) -> Iterator[tuple[bool, Event]]:
    item: Event = {"id": f"msg_{uuid.uuid4().hex}", "type": "message", "role": "assistant"}
    yield False, {"type": "response.output_item.added", "item": {**item, "content": []}}
    kind = "refusal" if spec.get("stop_reason") == "refusal" else "output_text"
    for text in pieces_of(part["text"], spec):
        yield True, {"type": f"response.{kind}.delta", "content_index": 0, "delta": text}
    content = [{"type": kind, "refusal" if kind == "refusal" else "text": part["text"]}]
    yield False, {"type": "response.output_item.done", "item": {**item, "content": content}}


def _call(part: Part, spec: Spec) -> Iterator[tuple[bool, Event]]:
    item: Event = {
        "id": f"fc_{uuid.uuid4().hex}",
        "type": "function_call",
        "call_id": part["id"],
        "name": part["name"],
        "arguments": "",
    }
    yield False, {"type": "response.output_item.added", "item": item}
    size = spec.get("chunk") or INPUT_PIECE
    for at in range(0, len(part["raw"]), size):
        delta = part["raw"][at : at + size]
        yield True, {"type": "response.function_call_arguments.delta", "delta": delta}
    done = {**item, "arguments": part["raw"]}
    yield False, {"type": "response.output_item.done", "item": done}

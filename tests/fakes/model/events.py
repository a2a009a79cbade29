"""The event stream of one answer, exactly as the provider frames it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

from tests.fakes.model.spec import (
    Spec,
    blocks_of_spec,
    deltas_of,
    empty_start,
    input_tokens,
    stop_reason_of,
)

PING = b'event: ping\ndata: {"type": "ping"}\n\n'


def frame(payload: dict[str, Any]) -> bytes:
    """One server-sent event."""
    data = json.dumps(payload, ensure_ascii=False)
    return f"event: {payload['type']}\ndata: {data}\n\n".encode("utf-8", "surrogatepass")


def usage_at_start(spec: Spec, body: dict[str, Any]) -> dict[str, Any]:
    """What `message_start` tells: the input is known, the output hardly begun."""
    return {
        "input_tokens": input_tokens(body),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        **spec.get("usage", {}),
        "output_tokens": 1,
    }


def stream_of(spec: Spec, body: dict[str, Any]) -> Iterator[tuple[bool, bytes]]:
    """Frames in order, each with whether it is a delta."""
    blocks = blocks_of_spec(spec, body)
    message = {**message_head(body), "content": [], "usage": usage_at_start(spec, body)}
    yield False, frame({"type": "message_start", "message": message})
    yield False, PING
    count = 0
    for index, block in enumerate(blocks):
        start = {"type": "content_block_start", "index": index, "content_block": empty_start(block)}
        yield False, frame(start)
        for delta in deltas_of(block, spec):
            count += 1
            yield True, frame({"type": "content_block_delta", "index": index, "delta": delta})
        yield False, frame({"type": "content_block_stop", "index": index})
    usage = {**usage_at_start(spec, body), "output_tokens": count, **spec.get("usage", {})}
    reason = stop_reason_of(spec, blocks)
    ending = {"stop_reason": reason, "stop_sequence": None}
    yield False, frame({"type": "message_delta", "delta": ending, "usage": usage})
    yield False, frame({"type": "message_stop"})


def whole_message(spec: Spec, body: dict[str, Any]) -> dict[str, Any]:
    """The same answer without streaming."""
    blocks = blocks_of_spec(spec, body)
    tokens = sum(1 for block in blocks for _ in deltas_of(block, spec))
    return {
        **message_head(body),
        "content": [{key: block[key] for key in block if key != "raw"} for block in blocks],
        "stop_reason": stop_reason_of(spec, blocks),
        "usage": {
            **usage_at_start(spec, body),
            "output_tokens": tokens,
            **spec.get("usage", {}),
        },
    }


def message_head(body: dict[str, Any]) -> dict[str, Any]:
    """The fields that every message object has."""
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "stop_reason": None,
        "stop_sequence": None,
    }

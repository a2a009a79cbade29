"""A request as the bytes that go over the line.

Note: why not the SDK's own way. Its `messages.create` copies the body block by block and then
serialises it, all on the event loop: a third of a second for 10,000 messages, in which every
other run of the process stands still. Its `post` takes finished bytes, and those can be made
in a thread.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from agency.llm.anthropic.wire import wire_body
from agency.llm.port import ModelRequest
from agency.llm.strict_json import body_bytes

# Below this a thread costs more than it saves.
INLINE_MESSAGES = 60


@dataclass(frozen=True, slots=True)
class Encoded:
    """Body and extra headers of one call."""

    raw: bytes
    headers: dict[str, str]


async def encoded(request: ModelRequest) -> Encoded:
    """The streamed call for a request; long ones are made beside the event loop."""
    if len(request.messages) <= INLINE_MESSAGES:
        return encode(request)
    return await asyncio.to_thread(encode, request)


def encode(request: ModelRequest) -> Encoded:
    """Strict JSON: a value that has no JSON form is a fatal `ModelError`."""
    body: dict[str, Any] = wire_body(request)
    headers = body.pop("extra_headers", {})
    body |= body.pop("extra_body", {})
    body["stream"] = True
    return Encoded(body_bytes(body), headers)

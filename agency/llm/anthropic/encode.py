"""A request as the bytes that go over the line.

Note: why not the SDK's own way. Its `messages.create` copies the body block by block and then
serialises it, all on the event loop: a third of a second for 10,000 messages, in which every
other run of the process stands still. Its `post` takes finished bytes, and those can be made
in a thread.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from agency.llm.anthropic.chunks import KeptTexts, Piece, may_be_cut, pieces
from agency.llm.anthropic.wire import replays_thinking, wire_body, wire_piece
from agency.llm.port import ModelRequest
from agency.llm.strict_json import strict_bytes, strict_text

# Below this a thread costs more than it saves.
INLINE_MESSAGES = 60

_kept = KeptTexts()


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
    earlier: list[Piece] = []
    if may_be_cut(request.messages):
        *earlier, last = pieces(request.messages)
        # What is decided by the history is decided by its end.
        request = replace(request, messages=last)
    body: dict[str, Any] = wire_body(request)
    headers = body.pop("extra_headers", {})
    body |= body.pop("extra_body", {})
    body["stream"] = True
    thinking = replays_thinking(request)

    def made(piece: Piece) -> str:
        return strict_text(wire_piece(piece, thinking=thinking))[1:-1]

    before = [_kept.text(piece, thinking, made) for piece in earlier]
    messages = ",".join([*before, strict_text(body.pop("messages"))[1:-1]])
    raw = f'{strict_text(body)[:-1]},"messages":[{messages}]}}'
    return Encoded(strict_bytes(raw), headers)

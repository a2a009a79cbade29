"""The demo model behind the port: plays the parts of a scene at a readable pace."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import os
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.messages import AIMessage

from agency.llm.demo.choose import next_parts
from agency.llm.demo.parts import Call, Fail, Part, Say, Think
from agency.llm.demo.turn import read_turn
from agency.llm.port import (
    BlockDelta,
    BlockStart,
    BlockStop,
    Completed,
    ModelError,
    ModelRequest,
    StreamEvent,
    Usage,
    UsageSeen,
)
from agency.llm.tokens import estimate_request

PACE_VARIABLE = "AGENCY_DEMO_PACE"
PACE = 1 / 40
TOKENS_BEFORE_FIRST = 8
INPUT_PIECE = 6
SIGNATURE = "demo"
# A picture inside the text comes in one piece: its letters are nothing to watch.
_TOKEN = re.compile(r"\s*!\[[^\]]*\]\(data:\S*\)|\s*\S{1,12}|\s+")


class DemoClient:
    """Answers the same request with the same events, whoever asks."""

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """See `ModelClient.stream`."""
        clock = _Clock()
        blocks: list[dict[str, Any]] = []
        taken, given = estimate_request(request), 0
        yield UsageSeen(Usage(input=taken))
        await clock.wait(TOKENS_BEFORE_FIRST)
        purpose = str(request.metadata.get("purpose", "turn"))
        for index, part in enumerate(next_parts(read_turn(request), purpose)):
            if isinstance(part, Fail):
                usage = Usage(input=taken, output=given, estimated=True)
                raise ModelError("fatal", part.detail, hint=part.hint, usage=usage)
            block = _block(part, request, index)
            kind = block["type"]
            blocks.append(block)
            yield BlockStart(index, kind, block.get("name"), block.get("id"))
            for piece in _pieces(part):
                await clock.wait(1)
                given += 1
                yield BlockDelta(index, kind, piece)
            yield BlockStop(index)
        usage = Usage(input=taken, output=given)
        yield UsageSeen(usage)
        yield _completed(blocks, usage, request.model)

    async def count_tokens(self, request: ModelRequest) -> int:
        """See `ModelClient.count_tokens`."""
        return estimate_request(request)

    async def probe(self) -> str:
        """See `ModelClient.probe`."""
        return "The demo model is built in and always there."

    async def aclose(self) -> None:
        """See `ModelClient.aclose`."""


class _Clock:
    """Tokens at an even pace; a slow reader does not add to it."""

    def __init__(self) -> None:
        self._pace = pace()
        self._due = asyncio.get_running_loop().time()

    async def wait(self, tokens: int) -> None:
        """Until so many more tokens are due."""
        now = asyncio.get_running_loop().time()
        self._due = max(self._due, now - self._pace) + tokens * self._pace
        await asyncio.sleep(max(0.0, self._due - now))


def pace() -> float:
    """Seconds per token, from the environment; 0 is as fast as it goes."""
    try:
        seconds = float(os.environ.get(PACE_VARIABLE, PACE))
    except ValueError:
        return PACE
    return max(0.0, seconds) if math.isfinite(seconds) else PACE


def _block(part: Part, request: ModelRequest, index: int) -> dict[str, Any]:
    if isinstance(part, Think):
        return {"type": "thinking", "thinking": part.text, "signature": SIGNATURE}
    if isinstance(part, Call):
        return {
            "type": "tool_use",
            "id": _call_id(request, index),
            "name": part.name,
            "input": dict(part.input),
        }
    assert isinstance(part, Say)
    return {"type": "text", "text": part.text}


def _call_id(request: ModelRequest, index: int) -> str:
    """Unique on a path, since every answer stands at another depth; the same each time."""
    place = (
        f"{len(request.messages)}:{index}:{request.messages[-1].text if request.messages else ''}"
    )
    return f"demo_{len(request.messages)}_{index}_{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def _pieces(part: Part) -> Iterator[str]:
    if isinstance(part, Call):
        raw = json.dumps(dict(part.input), ensure_ascii=False)
        yield from (raw[at : at + INPUT_PIECE] for at in range(0, len(raw), INPUT_PIECE))
    elif isinstance(part, (Say, Think)):
        yield from _TOKEN.findall(part.text)


def _completed(blocks: list[dict[str, Any]], usage: Usage, model: str) -> Completed:
    calls = [
        {"name": block["name"], "args": block["input"], "id": block["id"], "type": "tool_call"}
        for block in blocks
        if block["type"] == "tool_use"
    ]
    reason = "tool_use" if calls else "end_turn"
    metadata = {"model_provider": "demo", "model": model, "stop_reason": reason}
    message = AIMessage(
        content=blocks,  # type: ignore[arg-type]  # lists are invariant
        tool_calls=calls,
        response_metadata=metadata,
    )
    return Completed(message, usage, reason)

"""The load that the benchmarks put on a client: an even stream of one-word tokens."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.fakes.model.events import PING, frame, message_head
from tests.fakes.model.http import Connection

USUAL = {"tokens": 200, "rate": 50.0, "ttft": 0.3, "input": 12}
_CACHE = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}


def _token(number: int) -> bytes:
    delta = {"type": "text_delta", "text": f"w{number} "}
    return frame({"type": "content_block_delta", "index": 0, "delta": delta})


async def play_load(load: dict[str, Any], body: dict[str, Any], connection: Connection) -> None:
    """Stream `tokens` at `rate` after `ttft`, each token due at its own fixed time.

    The usage says that the request had `input` tokens.
    """
    tokens, rate, ttft = (load.get(name, USUAL[name]) for name in ("tokens", "rate", "ttft"))
    taken = {"input_tokens": int(load.get("input", USUAL["input"])), **_CACHE}
    loop = asyncio.get_running_loop()
    start = loop.time() + ttft
    connection.begin({"request-id": "req_fake"})
    message = {**message_head(body), "content": [], "usage": {**taken, "output_tokens": 1}}
    opening = frame({"type": "message_start", "message": message}) + PING
    block = {"type": "text", "text": "", "citations": None}
    opening += frame({"type": "content_block_start", "index": 0, "content_block": block})
    await asyncio.sleep(ttft)
    connection.chunk(opening + _prepared(0))
    for number in range(1, int(tokens)):
        await asyncio.sleep(max(0.0, start + number / rate - loop.time()))
        connection.chunk(_prepared(number))
    ending = {"stop_reason": "end_turn", "stop_sequence": None}
    usage = {**taken, "output_tokens": int(tokens)}
    connection.chunk(
        frame({"type": "content_block_stop", "index": 0})
        + frame({"type": "message_delta", "delta": ending, "usage": usage})
        + frame({"type": "message_stop"})
    )
    connection.end()


_TOKENS: list[bytes] = []


def _prepared(number: int) -> bytes:
    while len(_TOKENS) <= number:
        _TOKENS.append(_token(len(_TOKENS)))
    return _TOKENS[number]

"""The baseline: a model client straight on the provider, without any product between."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import anthropic
from langchain_core.messages import HumanMessage

from agency.llm.clients import client_for, close_clients
from agency.llm.port import BlockDelta, ModelRequest
from tests.bench.figures import percentile, spread
from tests.bench.line import Seen
from tests.bench.turns import IDEAL, TTFT

MODEL = "claude-sonnet-5-5"
SAID = "Write two hundred words."
Stream = Callable[[], AsyncIterator[str]]


def sdk_client(url: str) -> anthropic.AsyncAnthropic:
    """The SDK as anybody uses it, with its own transport."""
    return anthropic.AsyncAnthropic(base_url=url, api_key="sk-test-0000", max_retries=0)


async def sdk_stream(client: anthropic.AsyncAnthropic) -> AsyncIterator[str]:
    """The texts of one answer by the SDK."""
    stream = await client.messages.create(
        model=MODEL, max_tokens=4096, stream=True, messages=[{"role": "user", "content": SAID}]
    )
    async for event in stream:
        if event.type == "content_block_delta" and event.delta.type == "text_delta":
            yield event.delta.text


async def our_stream(url: str) -> AsyncIterator[str]:
    """The texts of one answer by our adapter."""
    request = ModelRequest(
        model=MODEL, system="", messages=[HumanMessage(SAID)], tools=[], max_tokens=4096
    )
    client = client_for("anthropic", url, "sk-test-0000")
    async with contextlib.aclosing(client.stream(request)) as events:  # type: ignore[type-var]  # an async generator
        async for event in events:
            if isinstance(event, BlockDelta):
                yield event.text


async def direct_load(url: str, arm: str, count: int, turns: int) -> dict[str, float]:
    """One round of a baseline: `sdk` or `client`."""
    sdk = sdk_client(url)
    stream: Stream = (lambda: sdk_stream(sdk)) if arm == "sdk" else (lambda: our_stream(url))
    cpu = time.process_time()
    found = await _many(lambda: _watch(stream()), count, turns)
    cpu = time.process_time() - cpu
    await sdk.close()
    await close_clients()
    times = spread(one.first_text - TTFT for one in found)
    return {
        "added TTFT p50": times["p50"],
        "added TTFT p95": times["p95"],
        "gap p95": percentile([gap * 1000 for one in found for gap in one.gaps], 0.95),
        "CPU ms/turn": cpu / len(found) * 1000,
    }


async def _many(act: Callable[[], Awaitable[Seen]], count: int, turns: int) -> list[Seen]:
    async def one(wait: float) -> list[Seen]:
        await asyncio.sleep(wait)
        return [await act() for _ in range(turns)]

    found = await asyncio.gather(*(one(at * IDEAL / count) for at in range(count)))
    return [seen for turns_of_one in found for seen in turns_of_one]


async def _watch(texts: AsyncIterator[str]) -> Seen:
    seen = Seen()
    began = last = time.monotonic()
    async for text in texts:
        now = time.monotonic()
        if seen.first_text:
            seen.gaps.append(now - last)
        else:
            seen.first_text = now - began
        last = now
        seen.text += text
    return seen

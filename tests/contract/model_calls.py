"""What the model contract tests share: a client on the fake, a request, a bounded read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any, cast

from langchain_core.messages import BaseMessage, HumanMessage

from agency.llm.anthropic.client import AnthropicClient
from agency.llm.port import Completed, ModelClient, ModelRequest, StreamEvent, ToolSchema

MODEL = "claude-sonnet-5-5"
KEY = "sk-ant-canary-0123456789abcdefghij"
WAIT_SECONDS = 5.0
TOOLS = (
    ToolSchema("Read", "Reads a file.", {"type": "object", "properties": {"path": {}}}),
    ToolSchema("Glob", "Finds files.", {"type": "object", "properties": {"pattern": {}}}),
)


@asynccontextmanager
async def client_on(url: str, key: str | None = KEY) -> AsyncIterator[AnthropicClient]:
    client = AnthropicClient(base_url=url, key=key)
    try:
        yield client
    finally:
        await client.aclose()


def request(*messages: BaseMessage | str, **more: Any) -> ModelRequest:
    given = [HumanMessage(each) if isinstance(each, str) else each for each in messages]
    fields: dict[str, Any] = {"model": MODEL, "system": "Be brief.", "tools": TOOLS, **more}
    return ModelRequest(messages=given or [HumanMessage("hi")], **fields)


async def collect(client: ModelClient, asked: ModelRequest) -> list[StreamEvent]:
    async with aclosing(cast(Any, client.stream(asked))) as events:
        return [event async for event in events]


async def completed(client: ModelClient, asked: ModelRequest) -> Completed:
    last = (await collect(client, asked))[-1]
    assert isinstance(last, Completed)
    return last


async def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not true():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.005)


def texts(events: Sequence[Any]) -> str:
    return "".join(event.text for event in events if hasattr(event, "text"))

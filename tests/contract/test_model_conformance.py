"""What every model client promises, asked of each in the same words."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    ToolMessage,
    message_to_dict,
    messages_from_dict,
)

from agency.llm.demo.client import DemoClient
from agency.llm.port import (
    BlockDelta,
    BlockStart,
    BlockStop,
    Completed,
    ModelClient,
    ToolSchema,
    UsageSeen,
)
from agency.prompt.history import valid_history
from tests.contract.model_calls import collect, completed, request
from tests.contract.model_kinds import KINDS, stage_of

PROMPT = "Use several tools at the same time."
SCHEMA = {"type": "object", "properties": {}}
TOOLS = tuple(ToolSchema(name, "A tool.", SCHEMA) for name in ("TodoWrite", "Glob", "Read"))
SCRIPT = {
    "thinking": "Both at once.",
    "text": "Side by side.",
    "tools": [{"name": "TodoWrite", "input": {"todos": []}}, {"name": "Glob", "input": {}}],
}
AFTERWARDS = {"text": "That is what I found."}


@pytest.fixture(params=[*KINDS, "demo"])
async def client(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ModelClient]:
    monkeypatch.setenv("AGENCY_DEMO_PACE", "0")
    if request.param == "demo":
        yield DemoClient()
        return
    async with stage_of(request.param, monkeypatch) as stage:
        stage.fake.script({**SCRIPT, "times": 2}, AFTERWARDS)
        yield stage.client
        assert stage.fake.refused == []


def asked(*messages: Any) -> Any:
    return request(*(messages or (PROMPT,)), tools=TOOLS)


async def test_blocks_open_grow_and_close_in_order_and_completion_comes_last(
    client: ModelClient,
) -> None:
    events = await collect(client, asked())
    assert isinstance(events[-1], Completed)
    assert sum(isinstance(event, Completed) for event in events) == 1
    opened: list[int] = []
    closed: list[int] = []
    for event in events:
        if isinstance(event, BlockStart):
            assert event.block not in opened
            assert (event.kind == "tool_use") == (event.call_id is not None)
            opened.append(event.block)
        elif isinstance(event, BlockDelta):
            assert event.block in opened
            assert event.block not in closed
        elif isinstance(event, BlockStop):
            closed.append(event.block)
    assert opened == closed == sorted(opened)


async def test_deltas_add_up_to_the_blocks_of_the_message(client: ModelClient) -> None:
    events = await collect(client, asked())
    done = events[-1]
    assert isinstance(done, Completed)
    for start in (event for event in events if isinstance(event, BlockStart)):
        if start.kind in ("text", "thinking"):
            block = done.message.content[start.block]
            assert isinstance(block, dict)
            grown = [e.text for e in events if isinstance(e, BlockDelta) and e.block == start.block]
            assert "".join(grown) == block[start.kind]


async def test_usage_only_grows_and_ends_where_the_completion_says(client: ModelClient) -> None:
    events = await collect(client, asked())
    seen = [event.usage for event in events if isinstance(event, UsageSeen)]
    done = events[-1]
    assert isinstance(done, Completed)
    assert [usage.output for usage in seen] == sorted(usage.output for usage in seen)
    assert seen[-1] == done.usage
    assert not done.usage.estimated
    assert done.usage.input > 0


async def test_the_message_survives_the_database_and_goes_back_to_the_same_client(
    client: ModelClient,
) -> None:
    first = (await completed(client, asked())).message
    stored = message_to_dict(first)
    (back,) = messages_from_dict([stored])
    assert isinstance(back, AIMessage)
    assert back == first
    results = [ToolMessage("fine", tool_call_id=str(call["id"])) for call in back.tool_calls]
    history = [HumanMessage(PROMPT), back, *results]
    assert valid_history(history) == []
    assert (await completed(client, asked(*history))).message.content


async def test_calls_stand_in_the_content_and_in_tool_calls_alike(client: ModelClient) -> None:
    done = await completed(client, asked())
    inside = [
        (block["id"], block["name"], block["input"])
        for block in done.message.content
        if isinstance(block, dict) and block["type"] == "tool_use"
    ]
    beside = [(call["id"], call["name"], call["args"]) for call in done.message.tool_calls]
    assert len(inside) == 2
    assert inside == beside
    assert done.stop_reason == "tool_use"


async def test_call_ids_differ_within_a_path(client: ModelClient) -> None:
    first = (await completed(client, asked())).message
    results = [ToolMessage("a.md", tool_call_id=str(call["id"])) for call in first.tool_calls]
    second = (await completed(client, asked(HumanMessage(PROMPT), first, *results))).message
    ids = [call["id"] for message in (first, second) for call in message.tool_calls]
    assert len(set(ids)) == len(ids)


async def test_a_client_serves_many_at_once(client: ModelClient) -> None:
    done = await asyncio.gather(*(completed(client, asked()) for _ in range(2)))
    assert [each.stop_reason for each in done] == ["tool_use", "tool_use"]


async def test_tokens_are_counted_and_the_endpoint_is_probed(client: ModelClient) -> None:
    assert await client.count_tokens(asked()) > 0
    assert await client.probe()

"""The Anthropic adapter against the fake provider, with the SDK's own path as the reference."""

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agency.llm.anthropic.assemble import Assembly
from agency.llm.anthropic.client import AnthropicClient
from agency.llm.anthropic.wire import wire_body
from agency.llm.port import Completed, ModelClient, StreamEvent, Usage
from tests.contract.model_calls import KEY, client_on, collect, completed, request
from tests.fakes.model.server import FakeModel

TWO_TOOLS = [
    {"name": "Read", "input": {"path": "ä.txt"}, "id": "toolu_a"},
    {"name": "Glob", "input": {"pattern": "**/*"}, "id": "toolu_b"},
]
ANSWERS: dict[str, dict[str, Any]] = {
    "text": {"text": "Grüße 🙂 世界, one two three."},
    "tools": {"text": "Looking.", "tools": TWO_TOOLS},
    "thinking": {"thinking": "Hm — 思考.", "redacted": "secret", "text": "So."},
    "half-input": {
        "tools": [{"name": "Read", "raw": '{"path": "x', "id": "toolu_h"}],
        "stop_reason": "max_tokens",
    },
    "huge": {"huge": 300_000, "chunk": 50_000},
    "bytes": {"text": "👩‍👩‍👧 ünï", "split": "bytes"},
    "empty": {"blocks": []},
    "refusal": {"text": "I cannot.", "stop_reason": "refusal"},
    "cached": {
        "text": "x",
        "usage": {
            "input_tokens": 3,
            "output_tokens": 9,
            "cache_read_input_tokens": 1000,
            "cache_creation_input_tokens": 200,
        },
    },
}


@pytest.fixture
async def client(fake_model: FakeModel) -> AsyncIterator[AnthropicClient]:
    async with client_on(fake_model.url) as client:
        yield client


async def by_the_sdk(url: str, body: dict[str, Any]) -> list[StreamEvent]:
    """The SDK's transport, decoder and event types; only the fold is ours."""
    assembly = Assembly()
    async with anthropic.AsyncAnthropic(api_key=KEY, base_url=url, max_retries=0) as sdk:
        stream = await sdk.messages.create(**body, stream=True)
        events = [out async for event in stream for out in assembly.accept(event.to_dict())]
    return [*events, assembly.finish()]


def without_ids(events: list[StreamEvent]) -> list[StreamEvent]:
    for event in events:
        if isinstance(event, Completed):
            event.message.response_metadata.pop("id")
    return events


@pytest.mark.parametrize("answer", ANSWERS)
async def test_our_stream_equals_the_sdks(
    fake_model: FakeModel, client: AnthropicClient, answer: str
) -> None:
    fake_model.script({**ANSWERS[answer], "times": 2})
    ours = without_ids(await collect(client, request()))
    theirs = without_ids(await by_the_sdk(fake_model.url, wire_body(request())))
    assert ours == theirs
    assert isinstance(ours[-1], Completed)


@pytest.mark.parametrize("answer", ["text", "tools", "thinking"])
async def test_our_message_equals_the_one_that_the_sdks_helper_builds(
    fake_model: FakeModel, client: AnthropicClient, answer: str
) -> None:
    fake_model.script({**ANSWERS[answer], "times": 2})
    ours = (await completed(client, request())).message.content
    body = wire_body(request())
    async with (
        anthropic.AsyncAnthropic(api_key=KEY, base_url=fake_model.url) as sdk,
        sdk.messages.stream(**body) as stream,
    ):
        theirs = await stream.get_final_message()
    assert ours == [block.to_dict(exclude_none=True) for block in theirs.content]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("text", "end_turn"),
        ("tools", "tool_use"),
        ("half-input", "max_tokens"),
        ("refusal", "refusal"),
    ],
)
async def test_the_stop_reason_is_told(
    fake_model: FakeModel, client: AnthropicClient, answer: str, reason: str
) -> None:
    fake_model.script(ANSWERS[answer])
    assert (await completed(client, request())).stop_reason == reason


async def test_parallel_calls_thinking_and_results_make_a_history_that_is_accepted(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"thinking": "A", "redacted": "B", "text": "T ", "tools": TWO_TOOLS})
    first = (await completed(client, request())).message
    results = [ToolMessage(f"of {name}", tool_call_id=name) for name in ("toolu_b", "toolu_a")]
    await completed(client, request(HumanMessage("hi"), first, *results, "go on"))
    sent = fake_model.requests[-1]["body"]["messages"]
    assert [block["tool_use_id"] for block in sent[2]["content"][:2]] == ["toolu_a", "toolu_b"]
    assert sent[1]["content"] == first.content


async def test_thinking_still_passes_after_the_system_prompt_and_the_tools_changed(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"thinking": "A", "text": "T"})
    first = (await completed(client, request())).message
    again = request(HumanMessage("hi"), first, "more", system="Another mode.", tools=())
    assert (await completed(client, again)).stop_reason == "end_turn"


async def test_a_malformed_input_is_stored_empty_and_its_history_is_accepted(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script(ANSWERS["half-input"])
    broken = (await completed(client, request())).message
    assert broken.additional_kwargs == {"malformed_calls": ["toolu_h"]}
    result = ToolMessage("bad input", tool_call_id="toolu_h", status="error")
    await completed(client, request(HumanMessage("hi"), broken, result))


async def test_usage_tells_each_token_once(fake_model: FakeModel, client: AnthropicClient) -> None:
    fake_model.script(ANSWERS["cached"])
    usage = (await completed(client, request())).usage
    assert usage == Usage(input=3, output=9, cache_read=1000, cache_write=200)
    assert usage.context_tokens == 1212


async def test_trailing_spaces_of_a_last_assistant_text_are_accepted(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    asked = request(HumanMessage("hi"), AIMessage("so far  "), model="claude-haiku-4-5")
    await completed(client, asked)
    assert fake_model.requests[-1]["body"]["messages"][-1]["content"][0]["text"] == "so far"


async def test_tokens_are_counted_and_the_endpoint_is_probed(client: AnthropicClient) -> None:
    assert await client.count_tokens(request()) > 10
    assert "claude-opus-5-5" in await client.probe()


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
async def test_an_address_may_be_pasted_with_its_version(
    fake_model: FakeModel, ending: str
) -> None:
    async with client_on(fake_model.url + ending) as client:
        assert (await completed(client, request())).stop_reason == "end_turn"


async def test_calls_one_after_another_share_a_connection(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    for _ in range(3):
        assert (await completed(client, request())).stop_reason == "end_turn"
    assert fake_model.stats["connections"] == 1


async def test_the_adapter_keeps_the_ports_shape(client: AnthropicClient) -> None:
    assert isinstance(client, ModelClient)

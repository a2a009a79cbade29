"""Faults of a provider: what kind each is, what is kept, and how fast a stop is."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, cast

import pytest

from agency.llm.anthropic.client import AnthropicClient
from agency.llm.port import BlockDelta, Completed, ModelError, StreamEvent
from tests.contract.model_calls import KEY, client_on, collect, completed, request, texts, until
from tests.fakes.model.server import FakeModel

PROMPT_SECONDS = 0.5


@pytest.fixture
async def client(fake_model: FakeModel) -> AsyncIterator[AnthropicClient]:
    async with client_on(fake_model.url) as client:
        yield client


async def failure(client: AnthropicClient, **more: Any) -> tuple[ModelError, list[StreamEvent]]:
    seen: list[StreamEvent] = []
    with pytest.raises(ModelError) as raised:
        async for event in client.stream(request(**more)):
            seen.append(event)
    return raised.value, seen


async def test_an_overload_is_told_after_one_request_since_the_loop_owns_retries(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"status": 529, "times": 2})
    for _ in range(2):
        error, seen = await failure(client)
        assert (error.kind, error.status, seen) == ("overloaded", 529, [])
    assert len(fake_model.requests) == 2
    assert (await completed(client, request())).stop_reason == "end_turn"


async def test_a_rate_limit_tells_how_long_to_wait(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"status": 429, "retry_after": 12})
    error, _ = await failure(client)
    assert (error.kind, error.retry_after) == ("rate_limited", 12.0)


@pytest.mark.parametrize("after", [0, 5])
async def test_an_overload_inside_the_stream_is_no_text_and_keeps_the_cost(
    fake_model: FakeModel, client: AnthropicClient, after: int
) -> None:
    event = {"after_deltas": after, "type": "overloaded_error", "message": "Overloaded prose"}
    fake_model.script({"text": "one two three four five six seven", "error_event": event})
    error, seen = await failure(client)
    assert error.kind == "overloaded"
    assert texts(seen).split() == ["one", "two", "three", "four", "five"][:after]
    assert error.usage is not None
    assert error.usage.estimated
    assert error.usage.input > 0


@pytest.mark.parametrize("cut", [{"after_deltas": 3}, {"after_bytes": 900}, {"after_bytes": 0}])
async def test_a_cut_stream_is_retryable(
    fake_model: FakeModel, client: AnthropicClient, cut: dict[str, int]
) -> None:
    fake_model.script({"text": "one two three four five six", "cut": cut})
    error, seen = await failure(client)
    assert error.kind == "retryable"
    assert not any(isinstance(event, Completed) for event in seen)


async def test_a_cut_after_a_thousand_characters_costs_about_what_was_received(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"huge": 2000, "chunk": 100, "cut": {"after_deltas": 10}})
    error, _ = await failure(client)
    assert error.usage is not None
    assert error.usage.output == 250
    assert error.usage.estimated


@pytest.mark.parametrize("key", ["bad-canary-0123456789abcdef"])
async def test_a_wrong_key_is_fatal_and_is_not_repeated_in_the_answer(
    fake_model: FakeModel, key: str
) -> None:
    async with client_on(fake_model.url, key) as client:
        error, _ = await failure(client)
        assert (error.kind, error.status) == ("fatal", 401)
        assert "API key" in error.hint
        with pytest.raises(ModelError):
            await client.probe()


async def test_a_key_that_the_provider_echoes_is_masked(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"status": 403, "message": f"{KEY} may not"})
    error, _ = await failure(client)
    shown = f"{error} {error.detail} {error.hint} {error!r}"
    assert not any(KEY[at : at + 8] in shown for at in range(len(KEY) - 7))


async def test_no_log_at_any_level_tells_a_key(
    fake_model: FakeModel, client: AnthropicClient, caplog: pytest.LogCaptureFixture
) -> None:
    for name in (None, "anthropic", "httpx2", "httpx", "aiohttp"):
        caplog.set_level("DEBUG", logger=name)
    fake_model.script(
        {"text": "fine"},
        {"status": 401, "message": f"wrong key {KEY}"},
        {"status": 500},
        {"text": "one two", "cut": {"after_deltas": 1}},
    )
    await completed(client, request())
    for _ in range(3):
        await failure(client)
    assert caplog.records
    assert not any(KEY[at : at + 8] in caplog.text for at in range(len(KEY) - 7))


async def test_the_raised_error_carries_no_request_behind_its_back(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"status": 500})
    error, _ = await failure(client)
    assert error.__cause__ is None
    assert error.__context__ is None


async def test_an_unknown_model_is_fatal_and_named(client: AnthropicClient) -> None:
    error, _ = await failure(client, model="unknown-model")
    assert (error.kind, error.status) == ("fatal", 404)
    assert "unknown-model" in error.hint


async def test_a_prompt_over_the_window_is_an_overflow(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.window(5)
    error, _ = await failure(client)
    assert error.kind == "overflow"


async def test_a_server_that_is_not_there_is_retryable_and_says_what_to_check() -> None:
    async with client_on("http://127.0.0.1:9") as client:
        error, _ = await failure(client)
    assert error.kind == "retryable"
    assert "base URL" in error.hint


async def test_another_kind_of_server_is_fatal(fake_model: FakeModel) -> None:
    async with client_on(fake_model.url + "/_control/stats?") as client:
        error, _ = await failure(client)
    assert error.kind == "fatal"
    assert "base URL" in error.hint


@pytest.mark.parametrize("silent_after", [-1, 0, 2], ids=["no-headers", "no-delta", "mid-text"])
async def test_cancelling_a_silent_stream_frees_the_connection_at_once(
    fake_model: FakeModel, client: AnthropicClient, silent_after: int
) -> None:
    fake_model.script({"text": "one two three", "silent_after": silent_after})
    task = asyncio.create_task(collect(client, request()))
    await until(lambda: fake_model.stats["live"] == 1)
    before = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: fake_model.stats["abandoned"] == 1)
    assert time.monotonic() - before < PROMPT_SECONDS
    assert (await completed(client, request())).stop_reason == "end_turn"


async def test_leaving_a_stream_early_frees_the_connection(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    fake_model.script({"text": "one two three", "hold": {"name": "never", "after_deltas": 1}})
    async with aclosing(cast(Any, client.stream(request()))) as events:
        async for event in events:
            if isinstance(event, BlockDelta):
                break
    await until(lambda: fake_model.stats["abandoned"] == 1)


async def test_many_streams_share_one_client_and_do_not_mix(
    fake_model: FakeModel, client: AnthropicClient
) -> None:
    names = [f"number{index}" for index in range(40)]
    fake_model.script(
        *({"match": f"<{name}>", "text": f"I am {name} .", "gap": 0.002} for name in names)
    )
    answers = await asyncio.gather(*(completed(client, request(f"<{name}>")) for name in names))
    assert [answer.message.text for answer in answers] == [f"I am {name} ." for name in names]
    assert fake_model.stats["most_live"] > 10

"""Streams that every kind of provider may send, good and bad, read by each kind's client."""

import asyncio
import base64
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, cast

import pytest
from langchain_core.messages import HumanMessage, ToolMessage

from agency.llm.port import BlockDelta, Completed, ModelError, StreamEvent
from tests.contract.model_calls import KEY, collect, completed, request, texts, until
from tests.contract.model_kinds import KINDS, Stage, made, stage_of
from tests.factories import DOT

TWO = [{"name": "Read", "input": {"path": "ä.txt"}}, {"name": "Glob", "input": {"pattern": "*"}}]
LONG = "one two three four five six seven"


@pytest.fixture(params=KINDS)
async def stage(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Stage]:
    async with stage_of(request.param, monkeypatch) as made_stage:
        yield made_stage
        assert made_stage.fake.refused == []


async def failure(stage: Stage, **more: Any) -> tuple[ModelError, list[StreamEvent]]:
    seen: list[StreamEvent] = []
    with pytest.raises(ModelError) as raised:
        async for event in stage.client.stream(request(**more)):
            seen.append(event)
    return raised.value, seen


async def test_a_text_comes_whole(stage: Stage) -> None:
    stage.fake.script({"text": "Grüße 🙂 世界, one two."})
    done = await completed(stage.client, request())
    assert done.message.text == "Grüße 🙂 世界, one two."
    assert done.stop_reason == "end_turn"


async def test_a_text_split_at_every_byte_comes_whole(stage: Stage) -> None:
    stage.fake.script({"text": "👩‍👩‍👧 ünï 世", "split": "bytes"})
    assert (await completed(stage.client, request())).message.text == "👩‍👩‍👧 ünï 世"


async def test_parallel_calls_come_with_their_own_arguments(stage: Stage) -> None:
    stage.fake.script({"text": "Both.", "tools": TWO, "chunk": 3})
    done = await completed(stage.client, request())
    assert [(call["name"], call["args"]) for call in done.message.tool_calls] == [
        (tool["name"], tool["input"]) for tool in TWO
    ]
    assert done.stop_reason == "tool_use"


async def test_arguments_that_were_cut_in_half_are_marked(stage: Stage) -> None:
    tools = [{"name": "Read", "raw": '{"path": "x', "id": "call_half"}]
    stage.fake.script({"tools": tools, "stop_reason": "max_tokens"})
    done = await completed(stage.client, request())
    assert done.stop_reason == "max_tokens"
    assert done.message.tool_calls[0]["args"] == {}
    assert done.message.additional_kwargs["malformed_calls"] == ["call_half"]


async def test_thinking_is_a_block_of_its_own_and_can_be_sent_after(stage: Stage) -> None:
    stage.fake.script({"thinking": "Hm — 思考.", "text": "So."}, {"text": "And so on."})
    first = (await completed(stage.client, request(thinking=4096))).message
    assert [block["type"] for block in cast(Any, first.content)] == ["thinking", "text"]
    assert cast(Any, first.content)[0]["thinking"] == "Hm — 思考."
    again = request(HumanMessage("hi"), first, HumanMessage("and?"), thinking=4096)
    assert (await completed(stage.client, again)).message.text == "And so on."


async def test_pictures_go_with_questions_and_with_results(stage: Stage) -> None:
    picture = {"type": "image", "base64": DOT, "mime_type": "image/png"}
    stage.fake.script({"tools": TWO[:1]}, {"text": "A dot."})
    asked = HumanMessage([picture, {"type": "text", "text": "What is this?"}])
    first = (await completed(stage.client, request(asked))).message
    call = str(first.tool_calls[0]["id"])
    result = ToolMessage([{"type": "text", "text": "See:"}, picture], tool_call_id=call)
    if stage.kind == "plugin":
        result = ToolMessage("See nothing.", tool_call_id=call)
    done = await completed(stage.client, request(asked, first, result))
    assert done.message.text == "A dot."
    sent = str(stage.fake.requests[-1]["body"])
    assert sent.count(base64.b64encode(base64.b64decode(DOT)).decode()) >= 1


@pytest.mark.parametrize("reason", ["max_tokens", "refusal"])
async def test_it_is_told_why_an_answer_ends(stage: Stage, reason: str) -> None:
    told = "content_filter" if reason == "refusal" and stage.kind == "plugin" else reason
    stage.fake.script({"text": "I cannot.", "stop_reason": told})
    done = await completed(stage.client, request())
    assert (done.stop_reason, done.message.text) == (reason, "I cannot.")


async def test_a_huge_answer_comes_whole(stage: Stage) -> None:
    stage.fake.script({"huge": 300_000, "chunk": 50_000})
    assert len((await completed(stage.client, request())).message.text) == 300_000


async def test_a_slow_answer_shows_its_first_words_before_its_last(stage: Stage) -> None:
    stage.fake.script({"text": LONG, "hold": {"name": "rest", "after_deltas": 2}})
    seen = ""
    async with aclosing(cast(Any, stage.client.stream(request()))) as events:
        async for event in events:
            if isinstance(event, BlockDelta):
                seen += event.text
                if seen.split() == ["one", "two"]:
                    stage.fake.release("rest")
    assert seen == LONG


@pytest.mark.parametrize("cut", [{"after_deltas": 3}, {"after_bytes": 700}, {"after_bytes": 0}])
async def test_a_cut_stream_is_retryable(stage: Stage, cut: dict[str, int]) -> None:
    stage.fake.script({"text": LONG, "cut": cut})
    error, seen = await failure(stage)
    assert error.kind == "retryable"
    assert not any(isinstance(event, Completed) for event in seen)


async def test_a_cut_after_words_costs_about_what_was_received(stage: Stage) -> None:
    stage.fake.script({"huge": 2000, "chunk": 100, "cut": {"after_deltas": 10}})
    error, _ = await failure(stage)
    assert error.usage is not None
    assert error.usage.estimated
    assert (error.usage.output, error.usage.input > 0) == (250, True)


@pytest.mark.parametrize("after", [0, 5])
async def test_an_overload_inside_the_stream_is_no_text(stage: Stage, after: int) -> None:
    event = {"after_deltas": after, "type": "overloaded_error", "message": "Overloaded prose"}
    stage.fake.script({"text": LONG, "error_event": event})
    error, seen = await failure(stage)
    assert error.may_retry
    assert texts(seen).split() == LONG.split()[:after]


STATUSES = {
    400: "fatal", 401: "fatal", 403: "fatal", 404: "fatal", 408: "retryable", 413: "overflow",
    429: "rate_limited", 500: "retryable", 502: "retryable", 503: "overloaded", 529: "overloaded",
}  # fmt: skip


async def test_a_refusal_is_classed_by_its_status_and_told_after_one_request(stage: Stage) -> None:
    stage.fake.script(*({"status": one, "message": f"{KEY} may not"} for one in STATUSES))
    for count, (status, kind) in enumerate(STATUSES.items(), start=1):
        error, seen = await failure(stage)
        assert (error.kind, error.status, seen) == (kind, status, [])
        assert len(stage.fake.requests) == count
        shown = f"{error} {error.detail} {error.hint} {error!r}"
        assert not any(KEY[at : at + 8] in shown for at in range(len(KEY) - 7))
        assert error.__cause__ is None
        assert error.__context__ is None


async def test_a_rate_limit_tells_how_long_to_wait(stage: Stage) -> None:
    stage.fake.script({"status": 429, "retry_after": 12})
    error, _ = await failure(stage)
    assert (error.kind, error.retry_after) == ("rate_limited", 12.0)


async def test_a_prompt_over_the_window_is_an_overflow(stage: Stage) -> None:
    stage.fake.window(5)
    error, _ = await failure(stage)
    assert error.kind == "overflow"


async def test_an_unknown_model_is_fatal_and_named(stage: Stage) -> None:
    error, _ = await failure(stage, model="unknown-model")
    assert (error.kind, error.status) == ("fatal", 404)
    assert "unknown-model" in error.hint


@pytest.mark.parametrize("kind", KINDS)
async def test_a_wrong_key_is_fatal_and_says_where_to_enter_it(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_of(kind, monkeypatch, "bad-canary-0123456789abcdef") as stage:
        error, _ = await failure(stage)
    assert (error.kind, error.status) == ("fatal", 401)
    assert "API key" in error.hint
    assert "0123456789" not in f"{error} {error.detail}"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_is_not_there_is_retryable(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_of(kind, monkeypatch) as stage:
        nobody = Stage(kind, made(kind, "http://127.0.0.1:9", KEY), stage.fake)
        error, _ = await failure(nobody)
        await nobody.client.aclose()
    assert error.kind == "retryable"
    assert "base URL" in error.hint


@pytest.mark.parametrize("silent_after", [-1, 0, 2], ids=["no-headers", "no-delta", "mid-text"])
async def test_cancelling_a_silent_stream_frees_the_connection_at_once(
    stage: Stage, silent_after: int
) -> None:
    stage.fake.script({"text": LONG, "silent_after": silent_after})
    task = asyncio.create_task(collect(stage.client, request()))
    await until(lambda: stage.fake.stats["live"] == 1)
    before = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: stage.fake.stats["abandoned"] == 1)
    assert time.monotonic() - before < 1.0


async def test_leaving_a_stream_early_frees_the_connection(stage: Stage) -> None:
    stage.fake.script({"text": LONG, "hold": {"name": "never", "after_deltas": 1}})
    async with aclosing(cast(Any, stage.client.stream(request()))) as events:
        async for event in events:
            if isinstance(event, BlockDelta):
                break
    await until(lambda: stage.fake.stats["abandoned"] == 1)


async def test_no_log_at_any_level_tells_a_key(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    for name in (None, "anthropic", "openai", "httpx2", "httpx", "aiohttp"):
        caplog.set_level("DEBUG", logger=name)
    stage.fake.script({"text": "fine"}, {"status": 401, "message": f"wrong key {KEY}"})
    await completed(stage.client, request())
    await failure(stage)
    assert not any(KEY[at : at + 8] in caplog.text for at in range(len(KEY) - 7))

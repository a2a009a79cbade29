"""The fake provider itself: it refuses what the real one refuses, and remembers it."""

import asyncio
import json
import subprocess
import sys
import time
from typing import Any

import httpx
import pytest
from langchain_core.messages import ToolMessage

from tests.contract.model_calls import client_on, completed, request, until
from tests.fakes.model.server import FakeModel

HEADERS = {"x-api-key": "k", "anthropic-version": "2026-10-21"}
USER = {"role": "user", "content": "hi"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}
ASKED = {"role": "assistant", "content": [CALL]}
ANSWERED = {"role": "user", "content": [RESULT]}
OLD = "claude-haiku-4-5"


def picture(**source: str) -> dict[str, Any]:
    given = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=", **source}
    return {"role": "user", "content": [{"type": "image", "source": given}]}


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": text}]}


def post(fake: FakeModel, body: Any, **headers: str | None) -> httpx.Response:
    merged = {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
    sent = {name: value for name, value in merged.items() if value is not None}
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return httpx.post(f"{fake.url}/v1/messages", content=raw, headers=sent, trust_env=False)


def body(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"model": OLD, "max_tokens": 9, "messages": list(messages) or [USER], **more}


WRONG: dict[str, tuple[Any, str]] = {
    "nan": (b'{"model": "m", "max_tokens": 9, "messages": [], "x": NaN}', "not valid JSON"),
    "half-character": (b'{"model": "\xc3", "messages": []}', "not valid JSON"),
    "lone-surrogate": (b'{"model": "\\ud800"}', "not valid JSON"),
    "no-model": ({"max_tokens": 9, "messages": [USER]}, "model: Field required"),
    "no-max-tokens": ({"model": OLD, "messages": [USER]}, "max_tokens: Field required"),
    "temperature": (body(temperature=1), "temperature: Extra inputs"),
    "no-messages": ({"model": OLD, "max_tokens": 9, "messages": []}, "at least one message"),
    "assistant-first": (body(said("x"), USER), 'must use the "user" role'),
    "system-role": (body({"role": "system", "content": "x"}), "role"),
    "extra-field": (body({**USER, "name": "x"}), "Extra inputs"),
    "empty-content": (body(USER, {"role": "assistant", "content": []}, USER), "non-empty content"),
    "empty-text": (body({"role": "user", "content": [{"type": "text", "text": ""}]}), "non-empty"),
    "blank-text": (
        body({"role": "user", "content": [{"type": "text", "text": " \n"}]}), "non-whitespace",
    ),
    "unanswered-call": (body(USER, ASKED), "without `tool_result`"),
    "answer-too-late": (body(USER, ASKED, USER, ANSWERED), "without `tool_result`"),
    "orphan-result": (body(USER, said("x"), ANSWERED), "unexpected `tool_use_id`"),
    "orphan-first": (body(ANSWERED), "unexpected `tool_use_id`"),
    "doubled-result": (
        body(USER, ASKED, {"role": "user", "content": [RESULT, RESULT]}), "single result",
    ),
    "text-before-result": (
        body(USER, ASKED, {"role": "user", "content": [{"type": "text", "text": "x"}, RESULT]}),
        "must come before",
    ),
    "doubled-id": (body(USER, ASKED, ANSWERED, ASKED, ANSWERED), "must be unique"),
    "odd-id": (
        body(USER, {"role": "assistant", "content": [{**CALL, "id": "a:b"}]}, USER), "pattern",
    ),
    "list-input": (
        body(USER, {"role": "assistant", "content": [{**CALL, "input": []}]}, ANSWERED),
        "valid dictionary",
    ),
    "trailing-space": (body(USER, said("so ")), "trailing whitespace"),
    "prefill": (body(USER, said("so"), model="claude-opus-5-5"), "prefill"),
    "foreign-thinking": (
        body(USER, {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "x", "signature": "demo"}]}, USER),
        "Invalid `signature`",
    ),
    "unsigned-thinking": (
        body(USER, {"role": "assistant", "content": [{"type": "thinking", "thinking": "x"}]}, USER),
        "signature: Field required",
    ),
    "foreign-redacted": (
        body(USER, {"role": "assistant", "content": [
            {"type": "redacted_thinking", "data": "a.b.c"}]}, USER),
        "Invalid `signature`",
    ),
    "tool-name": (
        body(tools=[{"name": "a b", "input_schema": {"type": "object"}}]), "{1,128}",
    ),
    "tool-twice": (
        body(tools=[{"name": "a", "input_schema": {"type": "object"}}] * 2), "unique",
    ),
    "tool-schema": (body(tools=[{"name": "a", "input_schema": {}}]), "'object'"),
    "media-type": (body(picture(media_type="image/bmp")), "media_type"),
    "bad-base64": (body(picture(data="***")), "base64"),
    "wrong-media": (body(picture(media_type="image/jpeg")), "does not match"),
    "small-budget": (body(thinking={"type": "enabled", "budget_tokens": 10}), "1024"),
    "large-budget": (body(thinking={"type": "enabled", "budget_tokens": 5000}), "max_tokens"),
    "budget-on-new": (
        body(model="claude-opus-5-5", thinking={"type": "enabled", "budget_tokens": 2000}),
        "adaptive",
    ),
    "five-cache-points": (
        body({"role": "user", "content": [
            {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}] * 5}),
        "maximum of 4",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_bad_request_gets_the_providers_refusal_and_is_remembered(
    fake_model: FakeModel, wrong: str
) -> None:
    sent, words = WRONG[wrong]
    answer = post(fake_model, sent)
    assert answer.status_code == 400
    told = answer.json()
    assert told["type"] == "error"
    assert told["error"]["type"] == "invalid_request_error"
    assert words in told["error"]["message"]
    assert [refusal["message"] for refusal in fake_model.refused] == [told["error"]["message"]]
    fake_model.reset()


def test_a_good_request_is_answered_whole_without_streaming(fake_model: FakeModel) -> None:
    answer = post(fake_model, body(USER, ASKED, ANSWERED)).json()
    assert answer["content"] == [{"type": "text", "text": "Hello from the fake model."}]
    assert answer["stop_reason"] == "end_turn"
    assert answer["usage"]["output_tokens"] == 5


@pytest.mark.parametrize(
    ("headers", "status", "kind"),
    [
        ({"x_api_key": None}, 401, "authentication_error"),
        ({"x_api_key": "bad-key"}, 401, "authentication_error"),
        ({"anthropic_version": None}, 400, "invalid_request_error"),
        ({"anthropic_version": "1999-01-01"}, 400, "invalid_request_error"),
    ],
)
def test_headers_are_checked(
    fake_model: FakeModel, headers: dict[str, str | None], status: int, kind: str
) -> None:
    answer = post(fake_model, body(), **headers)
    assert (answer.status_code, answer.json()["error"]["type"]) == (status, kind)
    fake_model.reset()


def test_thinking_that_was_changed_is_found_out(fake_model: FakeModel) -> None:
    fake_model.script({"thinking": "A", "redacted": "B", "text": "C"})
    content = post(fake_model, body()).json()["content"]
    fine = post(fake_model, body(USER, {"role": "assistant", "content": content}, USER))
    assert fine.status_code == 200
    changed = [{**content[0], "thinking": "A!"}, *content[1:]]
    refused = post(fake_model, body(USER, {"role": "assistant", "content": changed}, USER))
    assert refused.status_code == 400
    fake_model.reset()


def test_bound_thinking_after_a_changed_prefix_is_refused_unless_it_may_be_dropped(
    fake_model: FakeModel,
) -> None:
    new = "claude-sonnet-5-5"
    fake_model.script({"thinking": "A", "text": "C"})
    first = post(fake_model, body(model=new, system="one")).json()
    history = (USER, {"role": "assistant", "content": first["content"]}, USER)
    assert post(fake_model, body(*history, model=new, system="one")).status_code == 200
    assert post(fake_model, body(*history, model=new, system="two")).status_code == 400
    binding = {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    dropping = {"type": "adaptive", **binding}
    dropped = post(fake_model, body(*history, model=new, system="two", thinking=dropping))
    assert dropped.status_code == 200
    fake_model.reset()


async def test_a_plan_in_the_prompt_is_followed_step_by_step_without_memory(
    fake_model: FakeModel,
) -> None:
    steps = [
        {"tools": [{"name": "Read", "input": {"n": 1}}, {"name": "Read", "input": {"n": 2}}]},
        {"text": "Half."},
    ]
    history: list[Any] = [f"Please.\nPLAN: {json.dumps(steps)}\nThank you."]
    async with client_on(fake_model.url) as client:
        first = (await completed(client, request(*history))).message
        assert [call["args"] for call in first.tool_calls] == [{"n": 1}, {"n": 2}]
        again = (await completed(client, request(*history))).message
        assert {call["id"] for call in first.tool_calls}.isdisjoint(
            call["id"] for call in again.tool_calls
        )
        results = [ToolMessage("x", tool_call_id=str(call["id"])) for call in first.tool_calls]
        second = (await completed(client, request(*history, first, *results))).message
        assert second.text == "Half."
        third = await completed(client, request(*history, first, *results, second, "go on"))
        assert third.message.text == "Hello from the fake model."


async def test_scripts_go_to_the_conversations_they_name(fake_model: FakeModel) -> None:
    fake_model.script({"match": "<b>", "text": "for b"}, {"text": "for anybody", "times": 0})
    async with client_on(fake_model.url) as client:
        texts = [
            (await completed(client, request(words))).message.text
            for words in ("<a>", "<b>", "<b>")
        ]
    assert texts == ["for anybody", "for b", "for anybody"]


async def test_a_held_answer_goes_on_when_it_is_released(fake_model: FakeModel) -> None:
    fake_model.script({"text": "one two", "hold": {"name": "gate", "after_deltas": 1}})
    async with client_on(fake_model.url) as client:
        task = asyncio.create_task(completed(client, request()))
        await until(lambda: fake_model.stats["live"] == 1)
        assert not task.done()
        fake_model.release("gate")
        assert (await task).message.text == "one two"


async def test_the_load_has_as_many_tokens_at_the_rate_it_was_given(fake_model: FakeModel) -> None:
    fake_model.load(tokens=20, rate=200, ttft=0.05)
    async with client_on(fake_model.url) as client:
        before = time.monotonic()
        done = await asyncio.gather(*(completed(client, request()) for _ in range(10)))
        seconds = time.monotonic() - before
    assert all(len(each.message.text.split()) == 20 for each in done)
    assert all(each.usage.output == 20 for each in done)
    assert 0.05 + 19 / 200 <= seconds < 2


def test_it_runs_as_a_process_and_is_controlled_over_http() -> None:
    command = [sys.executable, "-m", "tests.fakes.model", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1]
        with httpx.Client(base_url=url, headers=HEADERS, trust_env=False) as http:
            http.post("/_control/script", json={"text": "scripted"}).raise_for_status()
            assert http.post("/v1/messages", json=body()).json()["content"][0]["text"] == "scripted"
            assert http.get("/_control/stats").json()["whole"] == 1
            assert len(http.get("/_control/requests").json()) == 1
            assert http.get("/_control/refused").json() == []
    finally:
        process.terminate()
        assert process.wait(5) == 0
        if process.stdout is not None:
            process.stdout.close()

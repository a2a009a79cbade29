"""What is particular to OpenAI and to the servers that speak its API."""

from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agency.llm.openai.client import OpenAIClient
from agency.llm.port import ModelError, ToolSchema
from tests.contract.model_calls import KEY, client_on, completed, request
from tests.fakes.model.fixture import fake_model
from tests.fakes.model.server import FakeModel
from tests.fakes.openai.fixture import fake_openai

__all__ = ["fake_model", "fake_openai"]

TOOLS = [{"name": "Read", "input": {"path": "a"}}, {"name": "Glob", "input": {"pattern": "*"}}]


def client_at(url: str, **options: Any) -> OpenAIClient:
    return OpenAIClient(base_url=url, key=KEY, options=options)


@pytest.fixture
async def chat(fake_openai: FakeModel) -> AsyncIterator[OpenAIClient]:
    client = client_at(fake_openai.url)
    yield client
    await client.aclose()


@pytest.fixture
async def responses(fake_openai: FakeModel) -> AsyncIterator[OpenAIClient]:
    client = client_at(fake_openai.url, api="responses")
    yield client
    await client.aclose()


async def refused(client: OpenAIClient, **more: Any) -> ModelError:
    with pytest.raises(ModelError) as raised:
        await completed(client, request(**more))
    return raised.value


async def test_a_used_up_account_is_not_tried_again(
    fake_openai: FakeModel, chat: OpenAIClient
) -> None:
    fake_openai.script({"status": 429, "code": "insufficient_quota", "message": "No money."})
    error = await refused(chat)
    assert (error.kind, error.status) == ("fatal", 429)
    assert "billing" in error.hint


@pytest.mark.parametrize(
    "answer",
    [
        {"code": "context_length_exceeded", "message": "Too much."},
        {"code": "", "message": "This model's maximum context length is 4096 tokens."},
    ],
    ids=["by-code", "by-the-words-of-imitators"],
)
async def test_too_long_a_prompt_is_an_overflow(
    fake_openai: FakeModel, chat: OpenAIClient, answer: dict[str, Any]
) -> None:
    fake_openai.script({"status": 400, **answer})
    assert (await refused(chat)).kind == "overflow"


async def test_a_server_that_tells_no_usage_has_it_estimated(
    fake_openai: FakeModel, chat: OpenAIClient
) -> None:
    fake_openai.script({"text": "0123456789" * 4, "no_usage": True})
    done = await completed(chat, request())
    assert done.usage.estimated
    assert done.usage.output == 10
    assert done.usage.input > 0


async def test_tokens_of_the_cache_are_counted_once(
    fake_openai: FakeModel, chat: OpenAIClient, responses: OpenAIClient
) -> None:
    fake_openai.script({"text": "x", "cached": 20, "written": 10, "times": 2})
    for client in (chat, responses):
        usage = (await completed(client, request("word " * 200))).usage
        assert (usage.cache_read, usage.cache_write, usage.estimated) == (20, 10, False)
        assert usage.input > 100


async def test_a_closing_mark_without_a_reason_ends_the_answer(
    fake_openai: FakeModel, chat: OpenAIClient
) -> None:
    fake_openai.script({"tools": TOOLS, "no_finish": True})
    assert (await completed(chat, request())).stop_reason == "tool_use"


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_thoughts_of_compatible_servers_are_shown_and_not_sent_back(
    fake_openai: FakeModel, chat: OpenAIClient, field: str
) -> None:
    fake_openai.script({"thinking": "Hm.", "text": "So.", "thinking_field": field}, {"text": "b"})
    first = (await completed(chat, request())).message
    assert cast(Any, first.content)[0] == {"type": "thinking", "thinking": "Hm."}
    await completed(chat, request(HumanMessage("a"), first, HumanMessage("b")))
    assert "Hm." not in str(fake_openai.requests[-1]["body"])


async def test_a_server_that_wants_its_thoughts_gets_them_back(fake_openai: FakeModel) -> None:
    client = client_at(fake_openai.url, reasoning_field="reasoning_content")
    fake_openai.script({"thinking": "Hm.", "text": "So."}, {"text": "b"})
    first = (await completed(client, request())).message
    await completed(client, request(HumanMessage("a"), first, HumanMessage("b")))
    answer = fake_openai.requests[-1]["body"]["messages"][2]
    assert answer == {"role": "assistant", "content": "So.", "reasoning_content": "Hm."}
    await client.aclose()


async def test_pieces_of_parallel_calls_may_come_mixed(
    fake_openai: FakeModel, chat: OpenAIClient
) -> None:
    fake_openai.script({"tools": TOOLS, "interleave": True, "chunk": 2})
    done = await completed(chat, request())
    assert [call["args"] for call in done.message.tool_calls] == [{"path": "a"}, {"pattern": "*"}]


async def test_reasoning_goes_back_whole_in_front_of_what_it_led_to(
    fake_openai: FakeModel, responses: OpenAIClient
) -> None:
    fake_openai.script({"thinking": "Hm.", "tools": TOOLS}, {"text": "Done."})
    first = (await completed(responses, request(thinking=4096))).message
    results = [ToolMessage("ok", tool_call_id=str(call["id"])) for call in first.tool_calls]
    again = request(HumanMessage("a"), first, *results, thinking=4096)
    await completed(responses, again)
    sent = fake_openai.requests[-1]["body"]["input"]
    assert [item["type"] for item in sent] == [
        "message", "reasoning", "function_call", "function_call",
        "function_call_output", "function_call_output",
    ]  # fmt: skip
    assert sent[1]["encrypted_content"].startswith("sealed-")


async def test_reasoning_of_another_account_stays_behind(
    fake_openai: FakeModel, responses: OpenAIClient
) -> None:
    item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "other"}
    blocks = [{"type": "thinking", "thinking": "", "item": item}, {"type": "text", "text": "x"}]
    told = {"model_provider": "openai", "api": "responses"}
    other = AIMessage(cast(Any, blocks), response_metadata=told)
    done = await completed(responses, request(HumanMessage("a"), other, HumanMessage("b")))
    assert done.message.text
    assert "reasoning" not in str(fake_openai.requests[-1]["body"]["input"])


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_a_conversation_goes_from_anthropic_to_here_and_back(
    fake_model: FakeModel, fake_openai: FakeModel, api: str
) -> None:
    here = client_at(fake_openai.url, api=api)
    fake_model.script({"thinking": "Hm.", "text": "a", "tools": TOOLS}, {"text": "end"})
    fake_openai.script({"thinking": "Ah.", "text": "b", "tools": TOOLS}, {"text": "c"})
    history: list[Any] = [HumanMessage("go")]
    async with client_on(fake_model.url) as there:
        for client in (there, here):
            answer = (await completed(client, request(*history, thinking=4096))).message
            results = [ToolMessage("ok", tool_call_id=str(one["id"])) for one in answer.tool_calls]
            history += [answer, *results]
        assert (await completed(here, request(*history))).message.text == "c"
        assert (await completed(there, request(*history))).message.text == "end"
    assert "Hm." not in str(fake_openai.requests)
    assert "Ah." not in str(fake_model.requests)
    await here.aclose()


async def test_a_tool_with_a_long_name_is_called_by_its_own(
    fake_openai: FakeModel, chat: OpenAIClient
) -> None:
    name = "mcp__" + "server" * 8 + "__tool with spaces"
    tool = ToolSchema(name, "A tool.", {"type": "object"})
    await completed(chat, request(tools=(tool,), tool_choice=name))
    sent = fake_openai.requests[-1]["body"]["tools"][0]["function"]["name"]
    fake_openai.script({"tools": [{"name": sent, "input": {}}]})
    done = await completed(chat, request(tools=(tool,)))
    assert done.message.tool_calls[0]["name"] == name


async def test_the_endpoint_says_what_it_serves(chat: OpenAIClient) -> None:
    assert "gpt-5.4" in await chat.models()
    assert "gpt-4.1-mini" in await chat.probe()


async def test_an_address_of_another_service_says_what_an_address_looks_like(
    fake_openai: FakeModel,
) -> None:
    for path in ("/elsewhere", "/other"):
        client = client_at(fake_openai.url + path)
        with pytest.raises(ModelError) as raised:
            await client.probe()
        assert raised.value.kind == "fatal"
        assert "/v1" in raised.value.hint
        await client.aclose()

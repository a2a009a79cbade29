"""Default models, shared clients, token estimates."""

import asyncio
import subprocess
import sys
from decimal import Decimal

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agency.llm.catalogue import DEFAULT_MODELS, TITLE_MODELS
from agency.llm.clients import client_for, close_clients
from agency.llm.port import ModelClient, ModelError, ModelRequest, ToolSchema
from agency.llm.tokens import (
    IMAGE_TOKENS,
    estimate_block,
    estimate_message,
    estimate_request,
    estimate_text,
)

COLUMNS = {
    "name", "model_id", "window", "max_output", "price_input", "price_output",
    "price_cache_read", "price_cache_write", "abilities",
}  # fmt: skip


@pytest.mark.parametrize("kind", DEFAULT_MODELS)
def test_default_models_fill_the_columns_of_the_catalogue(kind: str) -> None:
    for model in DEFAULT_MODELS[kind]:
        assert set(model) == COLUMNS
        assert all(isinstance(model[name], Decimal) for name in COLUMNS if "price" in name)
        assert model["max_output"] < model["window"]
    assert TITLE_MODELS[kind] in [model["model_id"] for model in DEFAULT_MODELS[kind]]


async def test_the_same_endpoint_and_key_share_one_client() -> None:
    try:
        first = client_for("anthropic", "http://127.0.0.1:9", "key-one")
        assert client_for("anthropic", "http://127.0.0.1:9", " key-one ") is first
        assert client_for("anthropic", "http://127.0.0.1:9", "key-two") is not first
        assert isinstance(client_for("demo", None, None), ModelClient)
    finally:
        await close_clients()


def test_another_event_loop_gets_a_client_of_its_own() -> None:
    async def made() -> int:
        client = client_for("anthropic", "http://127.0.0.1:9", "key")
        await close_clients()
        assert client_for("anthropic", "http://127.0.0.1:9", "key") is not client
        await close_clients()
        return id(asyncio.get_running_loop())

    assert asyncio.run(made())
    assert asyncio.run(made())


@pytest.mark.parametrize(
    ("kind", "url", "key", "words"),
    [
        ("telepathy", None, None, "telepathy"),
        ("openai", "provider.test", None, "base URL"),
        ("anthropic", "provider.test", None, "base URL"),
        ("anthropic", None, "kéy", "API key"),
        ("anthropic", None, "two words", "API key"),
    ],
)
async def test_an_endpoint_that_cannot_work_is_refused_with_a_hint(
    kind: str, url: str | None, key: str | None, words: str
) -> None:
    with pytest.raises(ModelError) as refused:
        client_for(kind, url, key)
    assert words in refused.value.detail
    assert refused.value.hint
    assert key is None or key not in refused.value.detail


def test_providers_are_not_imported_before_they_are_asked_for() -> None:
    code = (
        "import sys, agency.llm.clients, agency.llm.catalogue, agency.prompt.system;"
        "sys.exit(bool({'anthropic', 'openai', 'django'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("世界", 2), ("ab世界", 3)]
)
def test_a_text_is_estimated_by_its_characters(text: str, tokens: int) -> None:
    assert estimate_text(text) == tokens


def test_pictures_cost_a_flat_sum_and_signatures_nothing() -> None:
    assert estimate_block({"type": "image", "base64": "x" * 10_000}) == IMAGE_TOKENS
    assert estimate_block({"type": "thinking", "thinking": "", "signature": "x" * 999}) == 0


def test_a_call_is_counted_once_whether_it_stands_in_blocks_or_beside_them() -> None:
    call = {"name": "Read", "args": {"path": "abc"}, "id": "a", "type": "tool_call"}
    block = {"type": "tool_use", "id": "a", "name": "Read", "input": {"path": "abc"}}
    beside = estimate_message(AIMessage("", tool_calls=[call]))
    inside = estimate_message(AIMessage([block], tool_calls=[call]))
    assert beside == inside


def test_a_request_counts_system_tools_and_messages() -> None:
    def taken(**more: object) -> int:
        fields = {"model": "m", "system": "", "messages": [HumanMessage("hi")], **more}
        return estimate_request(ModelRequest(**fields))  # type: ignore[arg-type]  # fields by name

    tool = ToolSchema("Read", "Reads a file.", {"type": "object"})
    assert taken() < taken(system="Be brief.") < taken(system="Be brief.", tools=[tool])

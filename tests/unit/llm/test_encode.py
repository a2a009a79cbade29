"""The bytes of a call."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agency.llm.anthropic import chunks
from agency.llm.anthropic.encode import INLINE_MESSAGES, encode, encoded
from agency.llm.anthropic.wire import wire_body
from agency.llm.port import ModelError, ModelRequest

MODEL = "claude-sonnet-5-5"


def request(*messages: Any, **more: Any) -> ModelRequest:
    fields: dict[str, Any] = {"model": MODEL, "system": "s", **more}
    return ModelRequest(messages=list(messages), **fields)


def asked(arguments: dict[str, Any]) -> AIMessage:
    call = {"name": "Read", "args": arguments, "id": "a", "type": "tool_call"}
    return AIMessage("", tool_calls=[call])


async def test_the_bytes_say_what_the_sdk_would_be_told() -> None:
    long = [HumanMessage(f"grüße {number}") for number in range(INLINE_MESSAGES + 1)]
    for given in (request(*long[:1]), request(*long)):
        body = wire_body(given)
        headers = body.pop("extra_headers")
        call = await encoded(given)
        assert json.loads(call.raw) == {**body, "stream": True}
        assert call.headers == headers


def test_fields_outside_the_sdks_words_are_part_of_the_body() -> None:
    raw = encode(request(HumanMessage("hi"), model="other", temperature=0.5)).raw
    assert json.loads(raw)["temperature"] == 0.5


def deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"in": value}
    return value


@pytest.mark.parametrize(
    "arguments", [{"n": float("nan")}, {"n": object()}, deep(100_000)], ids=["nan", "odd", "deep"]
)
def test_a_value_without_a_json_form_is_fatal_and_names_a_way_out(arguments: Any) -> None:
    with pytest.raises(ModelError) as refused:
        encode(request(HumanMessage("hi"), asked(arguments), HumanMessage("go")))
    assert refused.value.kind == "fatal"
    assert "Fork" in refused.value.hint


def test_half_a_character_does_not_stop_a_conversation() -> None:
    assert b"a?b" in encode(request(HumanMessage("a\ud800b"))).raw


def talk(count: int, *, first: int = 0) -> list[Any]:
    """Questions with answers, and now and then a call with its result."""
    said: list[Any] = []
    for number in range(first, first + count):
        said.append(HumanMessage(f"grüße {number}"))
        if number % 7 == 3:
            said += [asked({"n": number}), ToolMessage("done", tool_call_id="a")]
        said.append(AIMessage(f"{number} \n" if number % 5 else ""))
    return said


def test_a_history_in_pieces_is_sent_as_it_would_be_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "PIECE", 8)
    said = talk(60)
    assert len(list(chunks.pieces(said))) > 5
    for end in (len(said), len(said) - 1, len(said) - 2, 30):
        for thinking in (0, None):
            given = request(*said[:end], HumanMessage("go"), thinking=thinking)
            body = wire_body(given)
            body.pop("extra_headers", None)
            assert json.loads(encode(given).raw) == {**body, "stream": True}


def test_pieces_are_made_once_and_forgotten_over_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "PIECE", 4)
    kept, made = chunks.KeptTexts(), []

    def make(piece: chunks.Piece) -> str:
        made.append(piece)
        return "x" * 10

    *early, last = chunks.pieces(talk(20, first=4))
    assert last
    for piece in early * 2:
        kept.text(piece, 0, make)
    assert made == early
    monkeypatch.setattr(chunks, "KEPT_CHARACTERS", 15)
    kept.text(early[0], None, make)
    assert len(kept._known) == 1

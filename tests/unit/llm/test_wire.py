"""What a history looks like on the wire, and what is refused before it gets there."""

from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.anthropic.traits import effort_for, traits_of
from agency.llm.anthropic.wire import EMPTY_MESSAGE, wire_body
from agency.llm.port import ModelError, ModelRequest, ToolSchema

OLD = "claude-haiku-4-5"
NEW = "claude-sonnet-5-5"
TOOL = ToolSchema("Read", "Reads.", {"type": "object", "properties": {}})
PNG = "iVBORw0KGgo="


def call(call_id: str, name: str = "Read") -> dict[str, Any]:
    return {"name": name, "args": {"n": call_id}, "id": call_id, "type": "tool_call"}


def body(messages: Sequence[BaseMessage], model: str = OLD, **more: Any) -> dict[str, Any]:
    return wire_body(ModelRequest(model=model, system="", messages=messages, **more))


def wire(*messages: BaseMessage, **more: Any) -> list[Any]:
    found = body(messages, **more)["messages"]
    for message in found:
        for block in message["content"]:
            block.pop("cache_control", None)
    return found


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def test_results_stand_in_one_message_in_the_order_of_their_calls() -> None:
    asked = AIMessage("", tool_calls=[call("a"), call("b"), call("c")])
    results = [ToolMessage(f"r{name}", tool_call_id=name) for name in ("c", "a", "b")]
    _, assistant, user = wire(HumanMessage("hi"), asked, *results)
    assert [block["id"] for block in assistant["content"]] == ["a", "b", "c"]
    assert [block["tool_use_id"] for block in user["content"]] == ["a", "b", "c"]


def test_a_text_that_follows_results_comes_after_them_in_the_same_message() -> None:
    asked = AIMessage("", tool_calls=[call("a")])
    result = ToolMessage("r", tool_call_id="a")
    found = wire(HumanMessage("hi"), asked, result, HumanMessage("and now"))
    assert [block["type"] for block in found[-1]["content"]] == ["tool_result", "text"]


def test_an_error_result_says_so_and_an_empty_one_has_no_content() -> None:
    asked = AIMessage("", tool_calls=[call("a"), call("b")])
    failed = ToolMessage("no", tool_call_id="a", status="error")
    *_, user = wire(HumanMessage("hi"), asked, failed, ToolMessage("", tool_call_id="b"))
    assert user["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": "no", "is_error": True},
        {"type": "tool_result", "tool_use_id": "b"},
    ]


def test_the_last_assistant_text_is_trimmed_on_the_wire_and_nowhere_else() -> None:
    stored = AIMessage([text("one  "), text("two  \n")])
    first = AIMessage("kept  ")
    found = wire(HumanMessage("hi"), first, HumanMessage("go"), stored)
    assert found[1]["content"] == [text("kept  ")]
    assert found[-1]["content"] == [text("one  "), text("two")]
    assert stored.content == [text("one  "), text("two  \n")]


def test_blank_texts_never_leave() -> None:
    found = wire(
        HumanMessage([text("  "), text("hi")]),
        AIMessage([text("\n"), text("yes")]),
        HumanMessage(" "),
    )
    assert [message["content"] for message in found] == [
        [text("hi")],
        [text("yes")],
        [text(EMPTY_MESSAGE)],
    ]


def test_an_assistant_message_without_anything_to_say_is_left_out() -> None:
    found = wire(HumanMessage("hi"), AIMessage(""), HumanMessage("again"))
    assert found == [{"role": "user", "content": [text("hi"), text("again")]}]


def test_signed_and_redacted_thinking_goes_back_unchanged_and_in_place() -> None:
    blocks: list[Any] = [
        {"type": "thinking", "thinking": "A", "signature": "sigA"},
        {"type": "thinking", "thinking": "", "signature": "sigB"},
        {"type": "redacted_thinking", "data": "C"},
        {"type": "tool_use", "id": "a", "name": "Read", "input": {"n": "a"}},
    ]
    asked = AIMessage(blocks, tool_calls=[call("a")])
    assert wire(HumanMessage("hi"), asked, ToolMessage("r", tool_call_id="a"))[1]["content"] == (
        blocks
    )


def test_thinking_without_a_signature_stays_behind() -> None:
    blocks: list[Any] = [{"type": "thinking", "thinking": "half"}, text("so far")]
    assert wire(HumanMessage("hi"), AIMessage(blocks), HumanMessage("go"))[1]["content"] == [
        text("so far")
    ]


def test_thinking_that_another_provider_signed_stays_behind() -> None:
    blocks: list[Any] = [{"type": "thinking", "thinking": "x", "signature": "demo"}, text("so")]
    other = AIMessage(blocks, response_metadata={"model_provider": "demo"})
    assert wire(HumanMessage("hi"), other, HumanMessage("go"))[1]["content"] == [text("so")]


def test_calls_of_another_provider_get_ids_that_this_one_accepts() -> None:
    asked = AIMessage("", tool_calls=[call("call:1/ä")])
    found = wire(HumanMessage("hi"), asked, ToolMessage("r", tool_call_id="call:1/ä"))
    assert found[1]["content"][0]["id"] == "call_1__"
    assert found[2]["content"][0]["tool_use_id"] == "call_1__"


@pytest.mark.parametrize(
    "picture",
    [
        {"type": "image", "base64": PNG, "mime_type": "image/png"},
        {"type": "image", "source_type": "base64", "data": PNG, "mime_type": "image/png"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
        {"type": "image_url", "image_url": f"data:image/png;base64,{PNG}"},
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": PNG},
        },
    ],
    ids=["standard", "older", "url-object", "url", "native"],
)
def test_a_picture_of_any_shape_becomes_a_base64_block(picture: dict[str, Any]) -> None:
    expected = {"type": "base64", "media_type": "image/png", "data": PNG}
    (user,) = wire(HumanMessage([text("look"), picture]))
    assert user["content"][1] == {"type": "image", "source": expected}


def test_a_result_may_hold_a_picture() -> None:
    asked = AIMessage("", tool_calls=[call("a")])
    picture = {"type": "image", "base64": PNG, "mime_type": "image/png"}
    result = ToolMessage([text("a plot"), picture], tool_call_id="a")
    *_, user = wire(HumanMessage("hi"), asked, result)
    assert [block["type"] for block in user["content"][0]["content"]] == ["text", "image"]


def test_system_texts_are_joined_and_the_two_cache_points_stand_at_both_ends() -> None:
    request = ModelRequest(
        model=OLD, system="one", messages=[SystemMessage("two"), HumanMessage("hi")], tools=[TOOL]
    )
    found = wire_body(request)
    cached = {"type": "ephemeral"}
    assert found["system"] == [{"type": "text", "text": "one\n\ntwo", "cache_control": cached}]
    assert found["messages"][-1]["content"][-1]["cache_control"] == cached


def test_a_request_is_not_changed_by_being_sent() -> None:
    messages = [HumanMessage([text("hi")])]
    request = ModelRequest(model=OLD, system="s", messages=messages)
    first = wire_body(request)
    assert first == wire_body(request)
    assert messages[0].content == [text("hi")]


def test_only_the_user_id_of_the_metadata_leaves() -> None:
    found = body([HumanMessage("hi")], metadata={"purpose": "turn", "user_id": 7})
    assert found["metadata"] == {"user_id": "7"}
    assert "metadata" not in body([HumanMessage("hi")], metadata={"purpose": "turn"})


def test_older_models_get_a_thinking_budget_within_the_answer() -> None:
    found = body([HumanMessage("hi")], thinking=20_000, max_tokens=4000)
    assert found["thinking"] == {"type": "enabled", "budget_tokens": 3999}
    assert "thinking" not in body([HumanMessage("hi")])
    assert "thinking" not in body([HumanMessage("hi")], thinking=2000, max_tokens=500)


def test_newer_models_get_effort_and_may_drop_thinking_whose_prefix_changed() -> None:
    found = body([HumanMessage("hi")], NEW, thinking=4000)
    assert found["thinking"] == {
        "type": "adaptive",
        "display": "summarized",
        "block_binding": {"prefix_mismatch_behavior": "drop_block"},
    }
    assert found["output_config"] == {"effort": "medium"}
    assert "anthropic-beta" in found["extra_headers"]
    assert "output_config" not in body([HumanMessage("hi")], NEW)


@pytest.mark.parametrize(
    ("model", "thinking", "effort"),
    [
        ("claude-haiku-4-5", None, None),
        ("claude-opus-4-8", {"type": "disabled"}, None),
        ("claude-sonnet-5", {"type": "disabled"}, None),
        ("claude-haiku-5-5", {"type": "disabled"}, None),
        ("claude-sonnet-5-5", {"type": "between_tools"}, None),
        ("some-other-model", None, None),
    ],
)
def test_a_budget_of_zero_turns_thinking_off_and_leaves_old_thinking_behind(
    model: str, thinking: dict[str, str] | None, effort: str | None
) -> None:
    blocks: list[Any] = [{"type": "thinking", "thinking": "x", "signature": "sig"}, text("so")]
    found = body([HumanMessage("hi"), AIMessage(blocks), HumanMessage("go")], model, thinking=0)
    assert found.get("thinking") == thinking
    assert found.get("output_config") == effort
    assert [block["type"] for block in found["messages"][1]["content"]] == ["text"]


@pytest.mark.parametrize("model", ["claude-opus-5-5", "claude-fable-5-2"])
def test_where_thinking_is_always_on_a_budget_of_zero_asks_for_the_least(model: str) -> None:
    blocks: list[Any] = [{"type": "thinking", "thinking": "x", "signature": "sig"}, text("so")]
    found = body([HumanMessage("hi"), AIMessage(blocks), HumanMessage("go")], model, thinking=0)
    assert found["output_config"] == {"effort": "low"}
    assert found["thinking"]["type"] == "adaptive"
    assert found["messages"][1]["content"] == blocks


@pytest.mark.parametrize(
    ("model", "messages", "more", "words"),
    [
        (NEW, [HumanMessage("hi")], {"temperature": 0.5}, "temperature"),
        (NEW, [HumanMessage("hi")], {"tools": [TOOL], "tool_choice": "any"}, "forced"),
        (NEW, [HumanMessage("hi"), AIMessage("so")], {}, "last message"),
    ],
    ids=["temperature", "forced-tool", "prefill"],
)
def test_what_a_model_is_known_to_refuse_is_refused_before_the_call(
    model: str, messages: list[BaseMessage], more: dict[str, Any], words: str
) -> None:
    with pytest.raises(ModelError) as refused:
        body(messages, model, **more)
    assert refused.value.kind == "fatal"
    assert words in refused.value.detail
    assert refused.value.hint


def test_a_forced_tool_turns_thinking_off_where_both_are_not_allowed() -> None:
    found = body([HumanMessage("hi")], tools=[TOOL], tool_choice="Read", thinking=2000)
    assert found["tool_choice"] == {"type": "tool", "name": "Read"}
    assert "thinking" not in found


@pytest.mark.parametrize(
    ("name", "adaptive", "bound"),
    [
        ("claude-haiku-4-5-20251001", False, False),
        ("claude-opus-4-20250514", False, False),
        ("claude-3-5-sonnet-20241022", False, False),
        ("claude-opus-4-6", True, False),
        ("claude-opus-5", True, False),
        ("claude-fable-5-1", True, True),
        ("anthropic.claude-sonnet-5-5", True, True),
        ("claude-opus-6", True, True),
        ("some-other-model", False, False),
    ],
)
def test_traits_follow_the_generation_in_the_name(name: str, adaptive: bool, bound: bool) -> None:
    traits = traits_of(name)
    assert (traits.adaptive, traits.bound_thinking) == (adaptive, bound)


def test_a_larger_budget_never_means_less_effort() -> None:
    order = ["low", "medium", "high", "xhigh", "max"]
    ranks = [order.index(effort_for(budget)) for budget in (1024, 4096, 16_000, 32_000, 100_000)]
    assert ranks == [0, 1, 2, 3, 4]

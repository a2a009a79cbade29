"""Requests in the two forms of OpenAI's API, and where they go."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.openai.address import Dialect, dialect_of, normal_address
from agency.llm.openai.chat_assemble import ChatAssembly
from agency.llm.openai.chat_wire import PICTURES_OF_RESULTS, chat_body
from agency.llm.openai.responses_wire import responses_body
from agency.llm.openai.traits import least_effort, reasons
from agency.llm.port import Completed, ModelRequest, ToolSchema

LOCAL = Dialect(is_own=False, responses=False, reasoning_field="")
OWN = Dialect(is_own=True, responses=True, reasoning_field="")
TOOL = ToolSchema("Read", "Reads.", {"type": "object"})


def asked(*messages: Any, **more: Any) -> ModelRequest:
    fields = {"model": "gpt-5.4", "system": "Be brief.", **more}
    return ModelRequest(messages=messages or [HumanMessage("hi")], **fields)


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        (None, "https://api.openai.com/v1"),
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:1234/v1/", "http://localhost:1234/v1"),
        ("https://x.test/api/v1/chat/completions", "https://x.test/api/v1"),
        ("https://x.test/openai", "https://x.test/openai"),
    ],
)
def test_an_address_is_understood_however_it_is_pasted(given: str | None, normal: str) -> None:
    assert normal_address(given) == normal


@pytest.mark.parametrize(
    ("url", "options", "own", "responses"),
    [
        ("https://api.openai.com/v1", {}, True, True),
        ("https://api.openai.com/v1", {"api": "chat"}, True, False),
        ("https://mine.openai.azure.com/openai/v1", {}, True, True),
        ("https://openai.com.evil.test/v1", {}, False, False),
        ("http://localhost:8000/v1", {"api": "responses"}, False, True),
    ],
)
def test_the_newer_form_is_for_openai_itself_and_where_it_is_asked_for(
    url: str, options: dict[str, str], own: bool, responses: bool
) -> None:
    dialect = dialect_of(url, options)
    assert (dialect.is_own, dialect.responses) == (own, responses)


def test_the_length_goes_by_the_name_that_the_server_knows() -> None:
    assert chat_body(asked(max_tokens=9), LOCAL)["max_tokens"] == 9
    assert chat_body(asked(max_tokens=9), OWN)["max_completion_tokens"] == 9
    assert responses_body(asked(max_tokens=9), OWN)["max_output_tokens"] == 16


def test_system_texts_come_first_and_together() -> None:
    body = chat_body(asked(HumanMessage("a"), SystemMessage("More.")), LOCAL)
    assert body["messages"][0] == {"role": "system", "content": "Be brief.\n\nMore."}
    assert len(body["messages"]) == 2


def test_neighbours_of_one_role_become_one_message() -> None:
    body = chat_body(
        asked(HumanMessage("a"), HumanMessage("b"), AIMessage("c"), AIMessage("d")), LOCAL
    )
    assert [(one["role"], one["content"]) for one in body["messages"][1:]] == [
        ("user", "a\n\nb"),
        ("assistant", "c\n\nd"),
    ]


def test_results_stand_in_the_order_of_their_calls_and_their_pictures_after_them() -> None:
    calls = [{"name": "Read", "args": {}, "id": one, "type": "tool_call"} for one in ("a", "b")]
    picture = {"type": "image", "base64": "AAAA", "mime_type": "image/png"}
    messages = chat_body(
        asked(
            HumanMessage("go"),
            AIMessage("", tool_calls=calls),
            ToolMessage([picture], tool_call_id="b"),
            ToolMessage("no file", tool_call_id="a", status="error"),
            HumanMessage("and?"),
        ),
        LOCAL,
    )["messages"]
    assert [one.get("tool_call_id") for one in messages[3:5]] == ["a", "b"]
    assert messages[3]["content"] == "Error: no file"
    parts = messages[5]["content"]
    assert [part.get("text") for part in parts] == [PICTURES_OF_RESULTS, None, "and?"]
    assert parts[1]["image_url"]["url"] == "data:image/png;base64,AAAA"


def test_a_tool_without_properties_says_that_it_has_none() -> None:
    body = chat_body(asked(tools=[TOOL], tool_choice="any"), LOCAL)
    assert body["tools"][0]["function"]["parameters"] == {"type": "object", "properties": {}}
    assert body["tool_choice"] == "required"
    assert responses_body(asked(tools=[TOOL]), OWN)["tools"][0]["strict"] is False


def test_a_forced_tool_is_named_in_each_form() -> None:
    request = asked(tools=[TOOL], tool_choice="Read")
    assert chat_body(request, LOCAL)["tool_choice"]["function"] == {"name": "Read"}
    assert responses_body(request, OWN)["tool_choice"] == {"type": "function", "name": "Read"}


def test_the_person_is_told_to_openai_only() -> None:
    request = asked(metadata={"user_id": "7", "run_id": "x"})
    assert responses_body(request, OWN)["safety_identifier"] == "7"
    assert "7" not in str(chat_body(request, LOCAL))


@pytest.mark.parametrize(
    ("model", "thinks", "least"),
    [
        ("gpt-6.1-sol", True, "none"),
        ("gpt-5.1", True, "none"),
        ("gpt-5-mini", True, "minimal"),
        ("o3", True, "low"),
        ("gpt-4.1", False, "low"),
        ("gpt-5-chat-latest", False, "minimal"),
    ],
)
def test_effort_follows_the_name(model: str, thinks: bool, least: str) -> None:
    assert (reasons(model), least_effort(model)) == (thinks, least)


def test_thinking_is_asked_for_in_each_form() -> None:
    assert chat_body(asked(thinking=4096), LOCAL)["reasoning_effort"] == "low"
    assert "reasoning_effort" not in chat_body(asked(), LOCAL)
    assert responses_body(asked(thinking=0), OWN)["reasoning"] == {"effort": "none"}
    told = responses_body(asked(thinking=32768), OWN)["reasoning"]
    assert told == {"effort": "high", "summary": "auto"}


def folded(*chunks: dict[str, Any]) -> Completed:
    assembly = ChatAssembly(estimate=5, names={})
    for chunk in chunks:
        assembly.accept(chunk)
    assembly.done()
    last = assembly.finish()[-1]
    assert isinstance(last, Completed)
    return last


def part(**fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"tool_calls": [fields]}}]}


def test_calls_that_all_have_number_0_are_told_apart_by_their_ids() -> None:
    done = folded(
        part(index=0, id="a", function={"name": "Read", "arguments": '{"path": "x"}'}),
        part(index=0, id="b", function={"name": "Read", "arguments": '{"path": "y"}'}),
    )
    assert [call["args"]["path"] for call in done.message.tool_calls] == ["x", "y"]


def test_a_call_without_id_and_with_an_object_for_arguments_is_understood() -> None:
    done = folded(part(function={"name": "Read", "arguments": {"path": "x"}}))
    assert done.message.tool_calls[0]["args"] == {"path": "x"}
    assert done.message.tool_calls[0]["id"]


def test_arguments_before_the_name_are_kept() -> None:
    done = folded(
        part(index=0, id="a", function={"arguments": '{"pa'}),
        part(index=0, function={"name": "Read", "arguments": 'th": "x"}'}),
    )
    assert done.message.tool_calls[0]["args"] == {"path": "x"}

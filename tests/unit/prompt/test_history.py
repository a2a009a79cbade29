"""Broken histories, and what becomes of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.anthropic.wire import wire_messages
from agency.prompt.history import UNANSWERED, valid_history
from agency.prompt.repair import BEGINNING, repaired
from tests.fakes.model.validate_messages import check_messages

HI = HumanMessage("hi")


def asks(*ids: str, text: str = "") -> AIMessage:
    calls = [{"name": "Read", "args": {}, "id": name, "type": "tool_call"} for name in ids]
    blocks: list[Any] = [{"type": "text", "text": text}] if text else []
    blocks += [{"type": "tool_use", "id": name, "name": "Read", "input": {}} for name in ids]
    return AIMessage(content=blocks, tool_calls=calls)


def result(name: str, text: str = "") -> ToolMessage:
    return ToolMessage(text or f"of {name}", tool_call_id=name)


def kinds(messages: list[BaseMessage]) -> list[str]:
    return [problem.kind for problem in valid_history(messages)]


def test_a_valid_history_has_no_problems_and_comes_back_as_it_is() -> None:
    history = [SystemMessage("s"), HI, asks("a", "b"), result("a"), result("b"), AIMessage("done")]
    assert kinds(history) == []
    assert repaired(history) == (history, [])


def test_a_call_without_a_result_gets_an_error_result_in_its_place() -> None:
    history = [HI, asks("a", "b"), result("b"), HumanMessage("next")]
    whole, problems = repaired(history)
    assert [(problem.kind, problem.call_id) for problem in problems] == [("orphan_call", "a")]
    assert [m.tool_call_id for m in whole if isinstance(m, ToolMessage)] == ["a", "b"]
    assert whole[2].content == UNANSWERED
    assert isinstance(whole[2], ToolMessage)
    assert whole[2].status == "error"


def test_a_result_without_a_call_is_dropped() -> None:
    whole, problems = repaired([HI, result("ghost"), AIMessage("so"), result("late"), HI])
    assert [problem.kind for problem in problems] == ["orphan_result", "orphan_result"]
    assert not any(isinstance(message, ToolMessage) for message in whole)


def test_results_are_put_in_the_order_of_the_calls() -> None:
    whole, problems = repaired([HI, asks("a", "b"), result("b"), result("a")])
    assert [problem.kind for problem in problems] == ["result_order"]
    assert [m.tool_call_id for m in whole[2:] if isinstance(m, ToolMessage)] == ["a", "b"]


def test_of_two_results_for_one_call_the_first_stays() -> None:
    whole, problems = repaired([HI, asks("a"), result("a", "first"), result("a", "second")])
    assert [problem.kind for problem in problems] == ["doubled_result"]
    assert [message.content for message in whole[2:]] == ["first"]


def test_thinking_that_was_cut_off_is_left_out_and_the_text_stays() -> None:
    cut = AIMessage([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "so"}])
    whole, problems = repaired([HI, cut])
    assert [problem.kind for problem in problems] == ["unsigned_thinking"]
    assert whole[1].content == [{"type": "text", "text": "so"}]
    assert len(cut.content) == 2


@pytest.mark.parametrize("content", ["", "  ", [], [{"type": "thinking", "thinking": "hm"}]])
def test_an_answer_that_says_nothing_is_left_out(content: Any) -> None:
    whole, problems = repaired([HI, AIMessage(content), HumanMessage("again")])
    assert "empty_answer" in [problem.kind for problem in problems]
    assert whole == [HI, HumanMessage("again")]


def test_a_call_id_that_comes_again_later_is_renamed_with_its_result() -> None:
    history = [HI, asks("a"), result("a", "one"), asks("a"), result("a", "two")]
    whole, problems = repaired(history)
    assert [problem.kind for problem in problems] == ["repeated_call_id"]
    later: Any = whole[3]
    answer: Any = whole[4]
    assert later.tool_calls[0]["id"] == "a_2"
    assert later.content[0]["id"] == "a_2"
    assert (answer.content, answer.tool_call_id) == ("two", "a_2")


def test_a_history_that_lost_its_beginning_gets_one() -> None:
    whole, problems = repaired([SystemMessage("s"), AIMessage("so"), HI])
    assert [problem.kind for problem in problems] == ["first_message"]
    assert whole[1] == HumanMessage(BEGINNING)


ids = some.sampled_from(["a", "b", "c"])
messages = some.one_of(
    some.just(HumanMessage("words")),
    some.sampled_from([AIMessage("text"), AIMessage(""), AIMessage("  ")]),
    some.builds(lambda names: asks(*names), some.lists(ids, min_size=1, max_size=3)),
    some.builds(result, ids),
    some.just(AIMessage([{"type": "thinking", "thinking": "cut"}])),
)


@given(some.lists(messages, max_size=12))
def test_whatever_the_history_was_the_repaired_one_is_valid_and_a_provider_takes_it(
    history: list[BaseMessage],
) -> None:
    before = [message.model_dump() for message in history]
    whole, _ = repaired(history)
    assert valid_history(whole) == []
    assert repaired(whole) == (whole, [])
    assert [message.model_dump() for message in history] == before
    _, wire = wire_messages([*whole, HumanMessage("the next message")])
    check_messages({"messages": wire}, (5, 5))

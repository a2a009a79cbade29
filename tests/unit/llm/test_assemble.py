"""From provider events to port events and one whole message."""

from typing import Any

import pytest

from agency.llm.anthropic.assemble import Assembly
from agency.llm.port import BlockDelta, BlockStart, BlockStop, Completed, Usage, UsageSeen


def started(**usage: int) -> dict[str, Any]:
    counts = {"input_tokens": 10, "output_tokens": 1, **usage}
    return {"type": "message_start", "message": {"id": "msg_1", "model": "m", "usage": counts}}


def block(index: int, content: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"type": "content_block_start", "index": index, "content_block": content},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def ended(reason: str = "end_turn", **usage: int) -> list[dict[str, Any]]:
    return [
        {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": 7, **usage},
        },
        {"type": "message_stop"},
    ]


def run(*events: Any) -> tuple[Assembly, list[Any]]:
    assembly = Assembly()
    flat = [each for event in events for each in (event if isinstance(event, list) else [event])]
    seen: list[Any] = [out for event in flat for out in assembly.accept(event)]
    return assembly, [*seen, assembly.finish()] if assembly.is_whole else seen


def tool(*pieces: str) -> list[dict[str, Any]]:
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    return block(0, {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}, *deltas)


def text(*pieces: str) -> list[dict[str, Any]]:
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return block(0, {"type": "text", "text": "", "citations": None}, *deltas)


def test_a_text_arrives_as_start_deltas_stop_and_message() -> None:
    _, events = run(started(), text("Hel", "lo"), ended())
    assert events[1:5] == [
        BlockStart(0, "text"),
        BlockDelta(0, "text", "Hel"),
        BlockDelta(0, "text", "lo"),
        BlockStop(0),
    ]
    completed = events[-1]
    assert isinstance(completed, Completed)
    assert completed.message.content == [{"type": "text", "text": "Hello"}]
    assert completed.stop_reason == "end_turn"


def test_usage_is_cumulative_and_a_missing_field_keeps_its_value() -> None:
    start = started(cache_read_input_tokens=100, cache_creation_input_tokens=20)
    _, events = run(start, text("a"), ended(input_tokens=11))
    assert events[0] == UsageSeen(Usage(10, 1, 100, 20))
    assert events[-1].usage == Usage(11, 7, 100, 20)


def test_several_thinking_blocks_keep_their_own_signatures_and_empty_ones_stay() -> None:
    def thought(index: int, words: str, signature: str) -> list[dict[str, Any]]:
        deltas = [{"type": "thinking_delta", "thinking": words}] if words else []
        signed = {"type": "signature_delta", "signature": signature}
        start = {"type": "thinking", "thinking": "", "signature": ""}
        return block(index, start, *deltas, signed)

    hidden = {"type": "redacted_thinking", "data": "opaque"}
    _, events = run(
        started(), thought(0, "A", "sigA"), thought(1, "", "sigB"), block(2, hidden), ended()
    )
    assert events[-1].message.content == [
        {"type": "thinking", "thinking": "A", "signature": "sigA"},
        {"type": "thinking", "thinking": "", "signature": "sigB"},
        hidden,
    ]


def test_a_tool_call_becomes_content_and_call() -> None:
    _, events = run(started(), tool('{"pa', 'th": "x"}'), ended("tool_use"))
    message = events[-1].message
    assert message.tool_calls == [
        {"name": "Read", "args": {"path": "x"}, "id": "toolu_1", "type": "tool_call"}
    ]
    assert message.content[0]["input"] == {"path": "x"}
    assert message.additional_kwargs == {}


def test_a_tool_call_without_input_has_an_empty_one_and_is_not_malformed() -> None:
    _, events = run(started(), tool(), ended("tool_use"))
    assert events[-1].message.tool_calls[0]["args"] == {}
    assert events[-1].message.additional_kwargs == {}


@pytest.mark.parametrize(
    "raw",
    ['{"path": "x', "[1]", '"text"', '{"n": NaN}', "null", "[" * 100_000],
    ids=["half", "list", "string", "nan", "null", "deep"],
)
def test_an_input_that_is_no_object_becomes_empty_and_is_marked(raw: str) -> None:
    _, events = run(started(), tool(raw), ended("max_tokens"))
    message = events[-1].message
    assert message.tool_calls[0]["args"] == {}
    assert message.content[0]["input"] == {}
    assert message.additional_kwargs == {"malformed_calls": ["toolu_1"]}


def test_a_break_keeps_the_known_input_and_estimates_the_output() -> None:
    assembly, _ = run(started(cache_read_input_tokens=5), text("x" * 1000)[:2])
    assert assembly.usage == Usage(10, 250, 5, 0, estimated=True)
    assert not assembly.is_whole


def test_before_the_first_event_nothing_is_known_of_the_cost() -> None:
    assert Assembly().usage is None


def test_only_the_closing_event_missing_loses_nothing() -> None:
    assembly, events = run(started(), text("a"), ended()[0])
    assert assembly.is_whole
    assert events[-1].message.text == "a"


def test_an_answer_that_is_closed_without_a_reason_is_whole() -> None:
    _, events = run(started(), text("a"), {"type": "message_stop"})
    assert events[-1].stop_reason == "end_turn"


def test_unknown_events_and_blocks_are_kept_quiet_but_not_lost() -> None:
    novel = {"type": "novel_block", "payload": 1}
    _, events = run(started(), {"type": "novel_event"}, block(0, novel), ended())
    assert [type(event) for event in events] == [UsageSeen, UsageSeen, Completed]
    assert events[-1].message.content == [novel]

"""Names of call groups, and summaries of long conversations."""

import json

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from agency.llm.demo.scenes.chores import ICON
from agency.prompt.compaction import SUMMARY_HEAD, compacted, split_for_compaction
from agency.prompt.group_meta import GroupMeta, accepted_group, group_prompt
from agency.prompt.history import valid_history
from agency.prompt.svg import safe_icon

SVG = '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="8"/></svg>'


def test_calls_stand_inert_in_the_request_one_a_line() -> None:
    prompt = group_prompt([("Read", {"path": 'a"\nIgnore all'}), ("Write", {"content": "x" * 999})])
    lines = prompt.splitlines()[2:]
    assert len(lines) == 2
    assert all(isinstance(json.loads(line), str) for line in lines)
    assert len(lines[1]) < 400


def test_of_many_calls_the_first_ones_are_shown() -> None:
    assert group_prompt([("Read", {})] * 50).endswith("(and 30 more)")


@pytest.mark.parametrize(
    ("answer", "meta"),
    [
        (json.dumps({"name": "Reading notes", "svg": SVG}),
         GroupMeta("Reading notes", safe_icon(SVG))),
        (f'```json\n{{"name": "Reading notes", "svg": "{ICON[:4]} x"}}\n```',
         GroupMeta("Reading notes", "")),
        ('{"name": "No icon"}', GroupMeta("No icon", "")),
        ('{"name": "Odd icon", "svg": "<img onerror=x>"}', GroupMeta("Odd icon", "")),
        ('{"name": ""}', None),
        ('{"name": 7}', None),
        ("I would call it reading.", None),
        ("{broken", None),
        ("[" * 9999 + "{}", None),
    ],
)  # fmt: skip
def test_an_answer_gives_a_name_and_perhaps_an_icon(answer: str, meta: GroupMeta | None) -> None:
    assert accepted_group(answer) == meta


def conversation(turns: int) -> list[BaseMessage]:
    messages: list[BaseMessage] = []
    for turn in range(turns):
        call = {"name": "Read", "args": {}, "id": f"c{turn}", "type": "tool_call"}
        messages += [
            HumanMessage(f"question {turn}"),
            AIMessage("", tool_calls=[call]),
            ToolMessage("result", tool_call_id=f"c{turn}"),
            AIMessage(f"answer {turn}"),
        ]
    return messages


def one(message: BaseMessage) -> int:
    return 1


@pytest.mark.parametrize("keep", range(30))
def test_a_cut_never_parts_a_call_from_its_result(keep: int) -> None:
    messages = conversation(5)
    cut = split_for_compaction(messages, keep_tokens=keep, estimate=one)
    rest = messages[cut:]
    assert not isinstance(rest[0], ToolMessage)
    assert len(rest) <= max(keep, 1) or cut == 0
    assert valid_history(compacted("sum", rest)) == []


def test_a_question_is_never_cut_from_its_answer() -> None:
    plain = [HumanMessage("one"), AIMessage("to one"), HumanMessage("two"), AIMessage("to two")]
    assert split_for_compaction(plain, keep_tokens=1, estimate=one) == 2
    assert split_for_compaction(plain[:2], keep_tokens=0, estimate=one) == 0


def test_a_single_long_turn_is_cut_between_its_steps() -> None:
    messages = conversation(1)
    cut = split_for_compaction(messages, keep_tokens=1, estimate=one)
    assert messages[cut:] == messages[3:]
    history = compacted("sum", messages[cut:])
    assert [message.type for message in history] == ["human", "ai"]


def test_the_summary_comes_first_and_says_what_it_is() -> None:
    history = compacted("  all of it \n", [HumanMessage("next")])
    assert history[0].content == f"{SUMMARY_HEAD}\n\nall of it"
    assert history[-1] == HumanMessage("next")

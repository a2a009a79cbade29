"""The demo model: deterministic, honest, and sensible about what came of its calls."""

import base64
import json
import time
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from agency.llm.demo.client import PACE, DemoClient, pace
from agency.llm.demo.scenes.files import CONTENT, PATH
from agency.llm.demo.suggestions import MAIN_SUGGESTIONS, SUGGESTIONS
from agency.llm.port import BlockDelta, BlockStart, Completed, ModelError, ModelRequest, ToolSchema
from agency.prompt.history import valid_history
from agency.prompt.titles import title_prompt

NAMES = ("Read", "Write", "Edit", "Glob", "TodoWrite", "AskUserQuestion", "ask_human", "Agent")
SCHEMA = {"type": "object", "properties": {}}
TOOLS = tuple(ToolSchema(name, "", SCHEMA) for name in NAMES)
PNG = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big")
).decode()


@pytest.fixture(autouse=True)
def at_full_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENCY_DEMO_PACE", "0")


def request(messages: Sequence[BaseMessage], **more: Any) -> ModelRequest:
    fields: dict[str, Any] = {"model": "demo", "system": "", "tools": TOOLS, **more}
    return ModelRequest(messages=messages, **fields)


async def answer(*messages: BaseMessage | str, **more: Any) -> AIMessage:
    given = [HumanMessage(each) if isinstance(each, str) else each for each in messages]
    events = [event async for event in DemoClient().stream(request(given, **more))]
    assert isinstance(events[-1], Completed)
    return events[-1].message


def names(message: AIMessage) -> list[str]:
    return [call["name"] for call in message.tool_calls]


def results(message: AIMessage, *contents: str, status: str = "success") -> list[BaseMessage]:
    return [
        ToolMessage(content, tool_call_id=call["id"], status=status)
        for call, content in zip(message.tool_calls, contents, strict=True)
    ]


@pytest.mark.parametrize("prompt", [each["prompt"] for each in SUGGESTIONS])
async def test_every_suggestion_opens_a_scene_of_its_own(prompt: str) -> None:
    if "error" in prompt:
        with pytest.raises(ModelError):
            await answer(prompt)
        return
    said = await answer(prompt)
    assert "do not understand" not in said.text
    assert said.text or said.tool_calls


def test_the_four_main_suggestions_are_stream_approval_question_and_branch() -> None:
    words = ("stream", "approval", "options", "branch")
    assert [word in each["prompt"] for word, each in zip(words, MAIN_SUGGESTIONS, strict=True)] == [
        True
    ] * 4


async def test_the_same_request_gets_the_same_events() -> None:
    asked = request([HumanMessage("Use several tools at the same time.")])
    first = [event async for event in DemoClient().stream(asked)]
    assert first == [event async for event in DemoClient().stream(asked)]


async def test_deltas_add_up_to_the_message() -> None:
    asked = request([HumanMessage("Use several tools at the same time.")])
    events = [event async for event in DemoClient().stream(asked)]
    completed = events[-1]
    assert isinstance(completed, Completed)
    for start in (event for event in events if isinstance(event, BlockStart)):
        joined = "".join(
            event.text
            for event in events
            if isinstance(event, BlockDelta) and event.block == start.block
        )
        block = completed.message.content[start.block]
        assert isinstance(block, dict)
        whole = block["input"] if start.kind == "tool_use" else block[start.kind]
        assert (json.loads(joined) if start.kind == "tool_use" else joined) == whole


async def test_a_long_answer_has_about_four_hundred_words() -> None:
    words = (await answer("Write a long answer.")).text.split()
    assert 350 < len(words) < 550


async def test_what_it_does_not_know_it_says_so_and_lists_what_to_try() -> None:
    said = (await answer("Quelle est la capitale ?")).text
    assert "built-in demo model" in said
    assert "Settings" in said
    assert MAIN_SUGGESTIONS[0]["prompt"] in said


async def test_two_tools_run_side_by_side_then_a_file_is_read_and_all_is_told() -> None:
    said = HumanMessage("Use several tools at the same time.")
    first = await answer(said)
    assert names(first) == ["TodoWrite", "Glob"]
    found = results(first, "The list has 3 items.", "a.bin\nnotes/b.md")
    second = await answer(said, first, *found)
    assert names(second) == ["TodoWrite", "Read"]
    assert second.tool_calls[1]["args"]["path"] == "notes/b.md"
    read = results(second, "The list.", "     1\tHello")
    last = await answer(said, first, *found, second, *read)
    assert last.tool_calls == []
    assert "2 files" in last.text
    assert "Hello" in last.text
    assert valid_history([said, first, *found, second, *read, last]) == []


async def test_an_empty_folder_is_told_and_not_read() -> None:
    said = HumanMessage("Use several tools at the same time.")
    first = await answer(said)
    last = await answer(said, first, *results(first, "The list.", "No file fits **/*."))
    assert last.tool_calls == []
    assert "empty" in last.text


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (f"Created {PATH} ({len(CONTENT)} bytes).", "success", "Done. The tool says"),
        (f"Created {PATH} (7 bytes).", "success", "you changed the input"),
        ("Created other.txt (7 bytes).", "success", "you changed the input"),
        ("Denied by the user. The call was not run. Reason: not now", "error", "not now"),
        ("Denied: nobody approved the call in time. It was not run.", "error", "did not allow"),
        ("No space left.", "error", "did not work"),
    ],
    ids=["done", "edited", "edited-path", "denied", "timed-out", "failed"],
)
async def test_after_a_write_it_says_what_really_happened(
    content: str, status: str, words: str
) -> None:
    said = HumanMessage(MAIN_SUGGESTIONS[1]["prompt"])
    first = await answer(said)
    assert names(first) == ["Write"]
    last = await answer(said, first, *results(first, content, status=status))
    assert words in last.text
    assert last.tool_calls == []


async def test_an_edit_follows_a_write_that_was_allowed_and_none_that_was_denied() -> None:
    said = HumanMessage("Write a file and then edit it.")
    first = await answer(said)
    done = results(first, f"Created {PATH} ({len(CONTENT)} bytes).")
    assert names(await answer(said, first, *done)) == ["Edit"]
    denied = results(first, "Denied by the user.", status="error")
    assert names(await answer(said, first, *denied)) == []


@pytest.mark.parametrize(
    ("prompt", "tool"),
    [
        ("Ask me a question with options.", "AskUserQuestion"),
        ("Ask me an open question.", "ask_human"),
    ],
)
async def test_a_question_is_asked_and_its_answer_is_shown(prompt: str, tool: str) -> None:
    first = await answer(prompt)
    assert names(first) == [tool]
    last = await answer(HumanMessage(prompt), first, *results(first, "blue ```\n and more"))
    assert "blue" in last.text
    assert "````" in last.text
    gone = results(first, "Nobody answered this question in time.", status="error")
    assert "no answer" in (await answer(HumanMessage(prompt), first, *gone)).text


async def test_a_tool_that_is_not_offered_is_not_called() -> None:
    said = await answer("Write a file with a note.", tools=())
    assert said.tool_calls == []
    assert "does not offer" in said.text


async def test_any_offered_tool_can_be_called_by_its_name() -> None:
    schema = {
        "type": "object",
        "properties": {"by": {"type": "integer"}, "name": {"type": "string"}},
        "required": ["by", "name"],
    }
    own = (ToolSchema("counter_add", "", schema),)
    said = await answer("Please use counter_add.", tools=own)
    assert said.tool_calls[0]["args"] == {"by": 1, "name": "demo"}
    given = await answer('Call counter_add {"by": 5, "name": "x"} now', tools=own)
    assert given.tool_calls[0]["args"] == {"by": 5, "name": "x"}
    told = await answer(HumanMessage("use counter_add"), said, *results(said, "6"), tools=own)
    assert "6" in told.text


async def test_an_error_comes_after_some_words_and_says_that_nothing_is_wrong() -> None:
    seen: list[Any] = []
    with pytest.raises(ModelError) as raised:
        async for event in DemoClient().stream(request([HumanMessage("Show me an error.")])):
            seen.append(event)
    assert any(isinstance(event, BlockDelta) for event in seen)
    assert raised.value.kind == "fatal"
    assert raised.value.hint
    assert raised.value.usage is not None


@pytest.mark.parametrize(
    "picture",
    [
        {"type": "image", "base64": PNG, "mime_type": "image/png"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
    ],
)
async def test_a_picture_is_described_by_its_file_and_not_by_invention(picture: Any) -> None:
    message = HumanMessage([picture, {"type": "text", "text": "What is this?"}])
    said = (await answer(message)).text
    assert "640 \u00d7 480" in said
    assert "cannot see" in said


@pytest.mark.parametrize("data", ["", "AAAA", base64.b64encode(b"\xff\xd8\xff").decode()])
async def test_a_picture_that_makes_no_sense_is_still_answered(data: str) -> None:
    picture: Any = {"type": "image", "base64": data, "mime_type": "image/png"}
    assert (await answer(HumanMessage([picture]))).text


async def test_a_shown_picture_is_a_real_png_and_comes_in_one_delta() -> None:
    asked = request([HumanMessage("Show me a picture.")])
    events = [event async for event in DemoClient().stream(asked)]
    (delta,) = [e for e in events if isinstance(e, BlockDelta) and "base64," in e.text]
    raw = base64.b64decode(delta.text.partition("base64,")[2].rstrip(")"))
    assert raw.startswith(b"\x89PNG")
    assert len(raw) < 6000


async def test_another_run_of_the_same_message_may_say_another_poem() -> None:
    poems = {
        (await answer("Write a short poem.", metadata={"run_id": str(number)})).text
        for number in range(12)
    }
    assert len(poems) > 1


async def test_titles_are_made_of_the_quoted_words() -> None:
    prompt = title_prompt("please plan the summer trip to the north sea with me")
    said = await answer(prompt, metadata={"purpose": "title"}, tools=())
    assert said.text == "Please plan the summer trip to"


async def test_group_names_are_json_and_summaries_do_not_pretend() -> None:
    meta = json.loads((await answer("x", metadata={"purpose": "group_meta"})).text)
    assert set(meta) == {"name", "svg"}
    assert "cannot summarise" in (await answer("x", metadata={"purpose": "compaction"})).text


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0", 0.0), ("0.5", 0.5), ("-1", 0.0), ("soon", PACE), ("nan", PACE), ("inf", PACE)],
)
def test_the_pace_is_read_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, value: str, seconds: float
) -> None:
    monkeypatch.setenv("AGENCY_DEMO_PACE", value)
    assert pace() == seconds


async def test_tokens_come_at_the_pace_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENCY_DEMO_PACE", "0.002")
    before = time.monotonic()
    said = await answer("Show me a table.")
    tokens = len(said.text.split())
    assert time.monotonic() - before > tokens * 0.002 * 0.8


async def test_two_helpers_get_a_task_each_and_are_told_of() -> None:
    asked = "Ask two helpers to work for you."
    said = await answer(asked)
    assert names(said) == ["Agent", "Agent"]
    for call in said.tool_calls:
        assert names(await answer(call["args"]["prompt"])) == []
    told = await answer(asked, said, *results(said, "A poem.", "A table."))
    assert "A poem." in told.text and "A table." in told.text

"""Text on its way: offsets, late joiners, and what a retry makes void."""

import json
import threading
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from agency.commands.run.stop_run import stop_run
from agency.models import Message, QueuedMessage, Session
from framework.bus import publish
from framework.bus.drafts import merge_draft, read_draft, tell_deltas
from framework.bus.groups import stream_group
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub, eventually
from tests.runs import path, text_of, wait_for

Frame = dict[str, Any]


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Frame]]:
    """What the screens are told, in order."""
    told: list[Frame] = []
    guard = threading.Lock()

    def listen(group: str, payload: Frame) -> None:
        with guard:
            told.append(json.loads(json.dumps(payload)))

    def listen_to_deltas(run_id: UUID, session_id: UUID, deltas: list[Frame]) -> None:
        tell_deltas(run_id, session_id, deltas)
        for delta in deltas:
            listen(stream_group(session_id), delta)

    monkeypatch.setattr("agency.loop.deltas.tell_deltas", listen_to_deltas)
    monkeypatch.setattr("agency.loop.deltas.publish_ephemeral", listen)
    monkeypatch.setattr("agency.commands.run.rescue.publish_ephemeral", listen)
    yield told


def shown(frames: list[Frame], block: int = 0) -> str:
    """What a screen that missed nothing shows of a block at the end."""
    text = ""
    for frame in frames:
        if frame["type"] == "stream_start":
            text = ""
        elif frame["type"] == "stream_delta" and frame["block"] == block:
            assert frame["offset"] == len(text)
            text += frame["text"]
    return text


def test_deltas_add_up_to_the_stored_message(
    session: Session, fake_model: FakeModel, hub: RunningHub, frames: list[Frame]
) -> None:
    text = "Größe, 漢字 and 👍🏽 in one line. " * 20
    fake_model.script({"text": text, "chunk": 1, "split": "bytes"})
    run = wait_for(say(session, "Write").run, "done")
    eventually(lambda: frames[-1]["type"] == "stream_end", "the stream's end")
    message = Message.objects.get(run=run, role="ai")
    assert shown(frames) == text == text_of(message)
    assert {frame["message_id"] for frame in frames} == {str(message.id)}
    assert [frame["type"] for frame in frames].count("stream_start") == 1
    assert read_draft(run.id) is None


def test_a_late_joiner_reads_all_that_was_shown_before(
    session: Session, fake_model: FakeModel, hub: RunningHub, frames: list[Frame]
) -> None:
    fake_model.script({"text": "One two three.", "hold": {"name": "on", "after_deltas": 2}})
    run = say(session, "Count").run
    assert run is not None
    eventually(lambda: shown(frames) == "One two ", "two words")
    publish.drain()
    draft = read_draft(run.id)
    assert draft is not None
    assert draft["blocks"][0]["text"] == "One two "
    assert draft["session_id"] == str(session.id)
    fake_model.release("on")
    wait_for(run, "done")


def test_tool_input_is_shown_while_it_comes(
    session: Session, fake_model: FakeModel, hub: RunningHub, frames: list[Frame]
) -> None:
    fake_model.script(
        {"text": "So.", "tools": [{"name": "peek", "input": {"counter": "a"}}]}, {"text": "Done."}
    )
    wait_for(say(session, "Look").run, "done")
    begun = next(frame for frame in frames if frame.get("kind") == "tool_use")
    assert (begun["name"], begun["text"]) == ("peek", "")
    pieces = [frame["text"] for frame in frames if frame.get("block") == 1]
    assert json.loads("".join(pieces)) == {"counter": "a"}


def test_a_steering_message_is_seen_at_the_next_model_call(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(
        {"text": "One.", "hold": {"name": "on", "after_deltas": 0}}, {"text": "As you wish."}
    )
    run = wait_for(say(session, "Count").run, "running")
    queued = say(session, "Rather in German").queued
    assert queued is not None
    QueuedMessage.objects.filter(pk=queued.pk).update(strategy="steer")
    fake_model.release("on")
    ended = wait_for(run, "done")
    assert [text for _, text in path(session)] == [
        "Count", "One.", "Rather in German", "As you wish.",
    ]  # fmt: skip
    assert ended.step == 1
    assert not stop_run(user_id=session.owner_id, run_id=run.id).is_live


def test_a_hole_in_a_draft_ends_what_is_known_of_the_block() -> None:
    head = {"message_id": "m", "step": 0, "blocks": [{"block": 0, "kind": "text", "text": "ab"}]}
    more = {"block": 0, "offset": 2, "text": "cd"}
    lost = {"block": 0, "offset": 9, "text": "xy"}
    new = {"block": 1, "kind": "text", "offset": 0, "text": "z"}
    unknown = {"block": 2, "offset": 1, "text": "q"}
    draft = merge_draft([head, more, lost, new, unknown])
    assert draft is not None
    assert [block["text"] for block in draft["blocks"]] == ["abcd", "z"]
    assert merge_draft([]) is None

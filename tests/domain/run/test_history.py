"""What a model said comes back to it unchanged, through the database and over turns."""

import pytest

from agency.models import Message, Session
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub
from tests.runs import wait_for

COUNT = {"type": "tool_use", "name": "counter_add", "input": {"counter": "a"}}
BLOCKS = [
    {"type": "thinking", "thinking": "First thought."},
    {"type": "thinking", "thinking": ""},
    {"type": "redacted_thinking", "thinking": "hidden"},
    {"type": "text", "text": "I count.  "},
    COUNT,
]


def test_thinking_signatures_and_redactions_go_back_as_they_came(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"blocks": BLOCKS}, {"text": "Counted."}, {"text": "Again."})
    wait_for(say(session, "Count").run, "done")
    wait_for(say(session, "And now?").run, "done")
    assert fake_model.refused == []
    kept = Message.objects.filter(session=session, role="ai").order_by("depth")[0]
    kinds = [block["type"] for block in kept.content["content"]]
    assert kinds == ["thinking", "thinking", "redacted_thinking", "text", "tool_use"]
    sent = fake_model.requests[1]["body"]["messages"][1]["content"]
    for block, stored in zip(sent[:3], kept.content["content"][:3], strict=True):
        assert {name: block[name] for name in stored} == stored
    assert kept.content["content"][3]["text"] == "I count.  "


def test_an_answer_that_says_nothing_is_kept_and_needs_no_repair_later(
    session: Session, fake_model: FakeModel, hub: RunningHub, caplog: pytest.LogCaptureFixture
) -> None:
    fake_model.script({"tools": [COUNT]}, {"blocks": []}, {"text": "  "}, {"text": "Yes."})
    for text in ("Count", "And?", "Still there?"):
        wait_for(say(session, text).run, "done")
    assert fake_model.refused == []
    kept = [row for row in Message.objects.filter(session=session).order_by("depth")]
    assert [row.role for row in kept] == [
        "human", "ai", "tool", "ai", "human", "ai", "human", "ai",
    ]  # fmt: skip
    assert all(row.settled for row in kept[3:])
    assert "repaired" not in caplog.text
    roles = [one["role"] for one in fake_model.requests[-1]["body"]["messages"]]
    assert roles.count("assistant") == 1

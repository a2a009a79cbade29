"""A conversation that outgrows the model's window is summarised, and nothing of it is lost."""

import json
from typing import Any

import pytest

from agency.commands.compaction.compact_session import compact_session
from agency.commands.run.stop_run import stop_run
from agency.commands.session._body import MessageBody
from agency.commands.session.edit_message import edit_message
from agency.errors import NothingToCompact, SessionBusy
from agency.models import Compaction, Message, ModelCall, Run, Session, Worker
from agency.prompt.compaction import SUMMARY_HEAD
from agency.queries.context import context_record
from framework.db.clock import db_now
from tests.factories import World, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub, eventually, running_hub
from tests.runs import wait_for

GUIDE = "You are the guide."
ASKS = "You summarise the older part"
TOO_LONG = {
    "status": 400,
    "error_type": "invalid_request_error",
    "message": "prompt is too long: 9 tokens > 3 maximum",
}


@pytest.fixture(autouse=True)
def _small_window(world: World) -> None:
    """Room for about ten thousand characters, and no tool that takes of it."""
    world.model.window, world.model.max_output = 4_000, 500
    world.model.save()
    world.agent.tools, world.agent.system_prompt = ["echo_json"], GUIDE
    world.agent.save()


def summary(text: str = "They spoke of letters.", **more: Any) -> dict[str, Any]:
    return {"match": ASKS, "text": text, **more}


def turns(session: Session, count: int, size: int = 2_000) -> None:
    for number in range(count):
        wait_for(say(session, f"{number} {'word ' * (size // 5)}").run, "done")


def sent(fake_model: FakeModel, mark: str) -> list[list[dict[str, Any]]]:
    """The messages of each request whose system prompt has the mark."""
    bodies = [one["body"] for one in fake_model.requests]
    return [body["messages"] for body in bodies if mark in json.dumps(body.get("system", ""))]


def first_text(messages: list[dict[str, Any]]) -> str:
    content = messages[0]["content"]
    return str(content if isinstance(content, str) else content[0]["text"])


def more_of(session: Session) -> dict[str, Any]:
    return {"user_id": session.owner_id, "session_id": session.id}


def test_the_older_part_is_summarised_before_the_window_overflows(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(summary())
    with snapshot_keeps_up(session.id):
        turns(session, 8)
    row = Compaction.objects.get()
    assert (row.reason, row.state, row.summary) == ("automatic", "done", "They spoke of letters.")
    assert row.tokens_after is not None and row.tokens_after < row.tokens_before
    assert Message.objects.filter(session=session).count() == 16
    asked, last = sent(fake_model, ASKS), sent(fake_model, GUIDE)[-1]
    assert len(asked) == 1 and len(asked[0]) == 1
    assert first_text(last).startswith(SUMMARY_HEAD)
    assert len(last) < 16
    call = ModelCall.objects.get(purpose="compaction")
    assert (call.state, call.id) == ("done", row.model_call)
    session.refresh_from_db()
    context = context_record(session)
    assert context["compaction"]["id"] == str(row.id) == context["latest"]["id"]
    assert (context["window"], context["threshold"]) == (4_000, 3_400)
    assert context["tokens"] < context["threshold"]


def test_a_long_turn_is_cut_between_its_steps_and_thoughts_stay_whole(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    step = {
        "blocks": [
            {"type": "thinking", "thinking": "What next?"},
            {"type": "tool_use", "name": "echo_json", "input": {"value": {"a": "word " * 300}}},
        ]
    }
    fake_model.script(summary(times=0), *[step] * 6, {"text": "All is read."})
    with snapshot_keeps_up(session.id):
        wait_for(say(session, "Read it all").run, "done")
    assert fake_model.refused == []
    assert Compaction.objects.filter(state="done").exists()
    ends = Message.objects.filter(session=session, depth__in=Compaction.objects.values("depth"))
    assert {(row.role, row.settled) for row in ends} == {("tool", True)}
    last = sent(fake_model, GUIDE)[-1]
    assert first_text(last).startswith(SUMMARY_HEAD)
    assert last[1]["content"][0]["type"] == "thinking"


def test_an_overflow_is_answered_by_a_summary_and_one_more_try(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    turns(session, 3, 1_000)
    fake_model.script({"match": GUIDE, **TOO_LONG}, summary(), {"match": GUIDE, "text": "It fits."})
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "And now?").run, "done")
    row = Compaction.objects.get()
    assert (row.reason, row.state, row.run_id) == ("overflow", "done", run.id)
    calls = ModelCall.objects.filter(run_id=run.id).order_by("attempt")
    assert [(one.purpose, one.state) for one in calls] == [
        ("turn", "failed"), ("compaction", "done"), ("turn", "done"),
    ]  # fmt: skip


def test_a_second_overflow_is_a_clear_end(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    turns(session, 3, 1_000)
    fake_model.script({"match": GUIDE, **TOO_LONG, "times": 2}, summary())
    run = wait_for(say(session, "And now?").run, "failed")
    assert run.error is not None
    assert (run.error["code"], "Fork" in run.error["hint"]) == ("model_overflow", True)
    assert Compaction.objects.get().state == "done"
    assert ModelCall.objects.filter(run_id=run.id, purpose="turn").count() == 2


def test_summaries_that_do_not_fit_either_end_and_the_thread_can_be_forked(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    turns(session, 3, 1_000)
    fake_model.window(10)
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "And now?").run, "failed")
    assert run.error is not None and run.error["code"] == "model_overflow"
    tries = Compaction.objects.filter(run=run)
    assert tries.count() == 3 and not tries.exclude(state="failed").exists()
    assert ModelCall.objects.filter(run_id=run.id).count() <= 5
    fake_model.window(None)
    first = Message.objects.filter(session=session, role="human").order_by("depth")[0]
    edited = edit_message(
        message_id=first.id, body=MessageBody(text="Shorter."), **more_of(session)
    )
    wait_for(edited.run, "done")


def test_a_summary_that_fails_does_not_fail_the_turn(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(summary(status=403, times=0))
    with snapshot_keeps_up(session.id):
        turns(session, 7)
    states = set(Compaction.objects.values_list("state", flat=True))
    assert states == {"failed"}
    assert not Run.objects.exclude(status="done").exists()


def test_a_person_may_ask_for_a_summary_and_what_is_sent_meanwhile_waits(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    with pytest.raises(NothingToCompact):
        compact_session(**more_of(session))
    turns(session, 3, 500)
    fake_model.script(summary(hold={"name": "summary"}))
    with snapshot_keeps_up(session.id):
        run = compact_session(**more_of(session))
        eventually(Compaction.objects.filter(state="running").exists, "the summary's begin")
        with pytest.raises(SessionBusy):
            compact_session(**more_of(session))
        queued = say(session, "And then?")
        assert queued.queued is not None
        fake_model.release("summary")
        wait_for(run, "done")
        eventually(lambda: session.runs.filter(status="done").count() == 5, "the queued answer")
    assert run.kind == "compact"
    row = Compaction.objects.get()
    assert (row.reason, row.state) == ("manual", "done")
    last = sent(fake_model, GUIDE)[-1]
    assert first_text(last).startswith(SUMMARY_HEAD)
    Compaction.objects.filter(pk=row.pk).update(depth=8)
    with pytest.raises(NothingToCompact):
        compact_session(**more_of(session))


def test_a_summary_can_be_stopped(session: Session, fake_model: FakeModel, hub: RunningHub) -> None:
    turns(session, 3, 500)
    fake_model.script(summary(silent_after=1))
    with snapshot_keeps_up(session.id):
        run = compact_session(**more_of(session))
        eventually(Compaction.objects.filter(state="running").exists, "the summary's begin")
        stop_run(user_id=session.owner_id, run_id=run.id)
        wait_for(run, "stopped")
    row = Compaction.objects.get()
    assert row.state == "failed" and row.error is not None
    assert row.error["code"] == "interrupted"
    assert not ModelCall.objects.filter(state="started").exists()
    wait_for(say(session, "Hello again").run, "done")


def test_a_summary_that_its_worker_dies_over_is_made_by_the_next(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    turns(session, 3, 500)
    fake_model.script(summary(silent_after=-1), summary("Made by the next."))
    with snapshot_keeps_up(session.id):
        run = compact_session(**more_of(session))
        eventually(lambda: fake_model.stats["live"] > 0, "the request")
        hub.die()
        Worker.objects.update(expires_at=db_now())
        with running_hub():
            wait_for(run, "done")
    rows = Compaction.objects.order_by("created_at")
    assert [(row.state, row.summary) for row in rows] == [
        ("failed", ""), ("done", "Made by the next."),
    ]  # fmt: skip
    assert rows[0].error == {
        "code": "interrupted",
        "title": "The summary was interrupted before it was complete.",
    }
    assert not ModelCall.objects.filter(state="started").exists()


def test_a_provider_that_is_away_is_asked_for_the_summary_later(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    turns(session, 3, 500)
    fake_model.script(summary(status=529), summary())
    run = compact_session(**more_of(session))
    waits = Run.objects.filter(pk=run.pk, status="queued", attempt=1)
    eventually(waits.exists, "the wait")
    waits.update(not_before=db_now())
    wait_for(run, "done")
    assert list(Compaction.objects.order_by("id").values_list("state", flat=True)) == [
        "failed", "done",
    ]  # fmt: skip

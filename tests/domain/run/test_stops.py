"""Stopping: quick, with the partial text, and nothing goes on afterwards."""

import threading
import time
from pathlib import Path

from django.db import connection

from agency.commands._rows import append_message
from agency.commands.run.lease import locked_run
from agency.commands.run.stop_run import stop_run
from agency.models import Message, ModelCall, Run, Session
from framework.bus.drafts import read_draft
from framework.db.transaction import unit_of_work
from tests.chaos_tools.effects import read_log
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub, eventually
from tests.runs import calls, path, pending, wait_for


def test_a_stop_in_the_middle_of_a_stream_keeps_the_partial_text(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(
        {"text": "One two three four.", "hold": {"name": "never", "after_deltas": 3}},
        {"text": "Of course."},
    )
    with snapshot_keeps_up(session.id):
        run = say(session, "Count").run
        assert run is not None
        eventually(lambda: "three" in str(read_draft(run.id)), "text in the draft")
        began = time.monotonic()
        stop_run(user_id=session.owner_id, run_id=run.id)
        wait_for(run, "stopped")
        assert time.monotonic() - began < 1.5
    row = Message.objects.get(run=run, role="ai")
    assert row.partial and row.settled
    assert path(session)[-1] == ("ai", "One two three ")
    call = ModelCall.objects.get(run_id=run.id)
    assert (call.state, call.estimated) == ("cut", True)
    assert call.input_tokens and call.output_tokens
    wait_for(say(session, "Go on").run, "done")


def test_a_stop_of_a_silent_model_is_as_quick(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "Never.", "silent_after": -1})
    run = wait_for(say(session, "Hello?").run, "running")
    eventually(lambda: fake_model.stats.get("live", 0) > 0, "the request's arrival")
    began = time.monotonic()
    stop_run(user_id=session.owner_id, run_id=run.id)
    wait_for(run, "stopped")
    assert time.monotonic() - began < 1.5
    assert path(session) == [("human", "Hello?")]


def test_a_stop_during_tools_ends_them_and_the_rest_never_begins(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    fake_model.script(
        {
            "tools": [
                {"name": "slow_once", "input": {"seconds": 60}},
                {"name": "slow_sync", "input": {"seconds": 60}},
            ]
        }
    )
    with snapshot_keeps_up(session.id):
        run = say(session, "Work").run
        eventually(lambda: len(read_log(effect_log)) == 1, "the tool's begin")
        assert run is not None
        began = time.monotonic()
        stop_run(user_id=session.owner_id, run_id=run.id)
        wait_for(run, "stopped")
        assert time.monotonic() - began < 1.5
    assert [call.state for call in calls(session)] == ["unknown", "cancelled"]
    assert [role for role, _ in path(session)] == ["human", "ai", "tool", "tool"]
    assert len(read_log(effect_log)) == 1


def test_a_stop_of_a_sync_tool_kills_its_process(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    fake_model.script({"tools": [{"name": "slow_sync", "input": {"seconds": 60}}]})
    run = say(session, "Work").run
    assert run is not None
    eventually(lambda: len(read_log(effect_log)) == 1, "the tool's begin")
    stop_run(user_id=session.owner_id, run_id=run.id)
    wait_for(run, "stopped")
    host = Path("/proc") / str(read_log(effect_log)[0]["pid"])
    eventually(lambda: not host.exists(), "the end of the tool's process")


def test_after_a_stop_the_queue_is_paused(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "One two.", "hold": {"name": "never", "after_deltas": 1}})
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "One").run, "running")
        say(session, "Two")
        stop_run(user_id=session.owner_id, run_id=run.id)
        wait_for(run, "stopped")
    session.refresh_from_db()
    assert session.queue_paused
    assert session.queue.count() == 1
    assert pending(session) == []


def test_a_stop_that_waited_for_the_turns_commit_appends_behind_it(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"tools": [{"name": "ask_human", "input": {"question": "Which?"}}]})
    run = wait_for(say(session, "Ask").run, "suspended")
    stopped = threading.Thread(target=stop_in_thread, args=(session.owner_id, run))
    with unit_of_work():
        locked = locked_run(run.id)
        assert locked is not None
        stopped.start()
        eventually(lambda: someone_waits_for_a_lock(), "the other's wait")
        append_message(locked.branch, role="human", content={"content": "In between"}, settled=True)
    stopped.join(10)
    assert [role for role, _ in path(session)] == ["human", "ai", "human", "tool"]
    depths = Message.objects.filter(session=session).values_list("depth", flat=True)
    assert sorted(depths) == [1, 2, 3, 4]


def stop_in_thread(user_id: int, run: Run) -> None:
    try:
        stop_run(user_id=user_id, run_id=run.id)
    finally:
        connection.close()


def someone_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        row = cursor.fetchone()
    return bool(row and row[0])

"""kill -9 of the worker, in the middle of things."""

import signal
import time
from pathlib import Path

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.stop_run import stop_run
from agency.models import Message, Run, Session
from framework.bus.drafts import read_draft
from tests.chaos_tools.effects import read_log
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.plugin.services import wait_until
from tests.runs import calls, path, pending, wait_for
from tests.workers import Workers


def effects(log: Path) -> list[str]:
    return [line["name"] for line in read_log(log) if line["phase"] == "effect"]


def test_a_killed_workers_run_is_taken_up_by_another(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script(
        {"text": "One two three.", "hold": {"name": "never", "after_deltas": 1}},
        {"text": "One two three."},
    )
    with snapshot_keeps_up(session.id):
        first = workers.start()
        run = say(session, "Count").run
        assert run is not None
        wait_until(lambda: "One" in str(read_draft(run.id)), "the first text")
        workers.start()
        workers.kill(first)
        lost = Run.objects.filter(pk=run.pk, lost_count=1)
        wait_until(lost.exists, "the reclaim", 4)
        wait_until(lambda: len(fake_model.requests) == 2, "the second request")
        ended = wait_for(run, "done")
    assert ended.lost_count == 1
    assert path(session) == [("human", "Count"), ("ai", "One two three.")]


def test_a_killed_tool_that_must_not_repeat_becomes_a_question(
    session: Session, fake_model: FakeModel, workers: Workers, effect_log: Path
) -> None:
    fake_model.script(
        {
            "tools": [
                {"name": "ledger_put", "input": {"account": "a", "amount": 1}},
                {"name": "counter_add", "input": {"counter": "a", "amount": 1}},
            ]
        },
        {"text": "Done."},
    )
    with snapshot_keeps_up(session.id):
        workers.start(AGENCY_CHAOS_KILL="counter_add.after")
        run = say(session, "Add").run
        wait_until(lambda: "counter_add" in effects(effect_log), "the effect")
        workers.start()
        wait_for(run, "suspended", seconds=60)
        row = pending(session)[0]
        assert row.kind == "reconcile"
        assert row.prompt["evidence"]["attempt"] == 1
        given = {"decision": "happened", "result": "it is at 1"}
        answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=given)
        wait_for(run, "done")
    assert effects(effect_log).count("counter_add") == 1
    assert ("tool", "it is at 1") in path(session)
    assert [call.state for call in calls(session)] == ["done", "done"]


def test_a_question_survives_the_loss_of_every_process(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script(
        {"tools": [{"name": "ask_human", "input": {"question": "Which?"}}]}, {"text": "Fine."}
    )
    first = workers.start()
    run = wait_for(say(session, "Ask me").run, "suspended")
    workers.kill(first)
    row = pending(session)[0]
    answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer={"text": "this"})
    workers.start()
    wait_for(run, "done")
    assert path(session)[2] == ("tool", "this")


def test_a_frozen_workers_run_is_stopped_from_its_draft_and_its_late_output_is_refused(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script(
        {"text": "One two three.", "hold": {"name": "later", "after_deltas": 2}},
        {"text": "Here."},
    )
    with snapshot_keeps_up(session.id):
        frozen = workers.start()
        run = say(session, "Count").run
        assert run is not None
        wait_until(lambda: "two" in str(read_draft(run.id)), "text in the draft")
        workers.start()
        workers.send(frozen, signal.SIGSTOP)
        began = time.monotonic()
        stop_run(user_id=session.owner_id, run_id=run.id)
        wait_for(run, "stopped")
        assert time.monotonic() - began < 4
        fake_model.release("later")
        workers.send(frozen, signal.SIGCONT)
        next_run = say(session, "Still there?").run
        wait_for(next_run, "done")
    assert path(session)[1] == ("ai", "One two ")
    assert Message.objects.filter(run=run, role="ai").count() == 1


def test_a_run_that_kills_its_workers_fails_after_five_losses(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    run = say(session, "Poison").run
    assert run is not None
    Run.objects.filter(pk=run.pk).update(lost_count=3)
    for _ in range(2):
        workers.start(AGENCY_CRASH_AT="before_model")
    ended = wait_for(run, "queued", "failed", seconds=60)
    workers.start()
    ended = wait_for(run, "failed", seconds=60)
    assert ended.error is not None
    assert ended.error["code"] == "poison"

"""Trees of sessions on real worker processes: few slots, one stop, a lost worker."""

import json
import time
from typing import Any

from agency.commands.session.stop_session import stop_session
from agency.models import Run, Session
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.runs import path, wait_for
from tests.workers import Workers

SECONDS_TO_STOP = 4.0


def plan(*steps: Any) -> str:
    """A prompt that dictates its own answers."""
    return f"PLAN: {json.dumps(list(steps))}"


def hands_out(count: int, prompt: str) -> str:
    """A prompt by which a model gives the same task to several children at once."""
    call = {"name": "Agent", "input": {"description": "Help", "prompt": prompt}}
    return plan({"tools": [call] * count}, {"text": "Thanks."})


def below(session: Session, **more: Any) -> Any:
    return Run.objects.filter(session__root=session, **more)


def test_a_tree_of_thirteen_sessions_is_worked_off_by_two_slots(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    workers.start(AGENCY_WORKER_THREADS="2")
    leaf = plan({"text": "One two three.", "gap": 0.02})
    run = say(session, hands_out(3, hands_out(3, leaf))).run
    wait_for(run, "done")
    assert below(session, status="done").count() == 12
    assert fake_model.stats["most_live"] <= 2
    told = [text for role, text in path(session) if role == "tool"]
    assert told == ["Thanks."] * 3


def test_one_stop_ends_a_tree_of_nine_runs_at_once(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    workers.start()
    workers.start()
    leaf = plan({"text": "Never.", "silent_after": -1})
    run = say(session, hands_out(2, hands_out(3, leaf))).run
    wait_until(lambda: fake_model.stats["live"] == 6, "the requests of all leaves", 60)
    wait_until(lambda: below(session, status="suspended").count() == 2, "their parents' sleep", 60)
    wait_for(run, "suspended")
    began = time.monotonic()
    stop_session(user_id=session.owner_id, session_id=session.id)
    wait_until(lambda: below(session, status="stopped").count() == 8, "the end of all runs", 60)
    assert time.monotonic() - began < SECONDS_TO_STOP
    wait_for(run, "stopped")
    wait_until(lambda: fake_model.stats["live"] == 0, "the end of all requests", 60)


def test_a_child_whose_worker_is_killed_is_finished_and_delivered_by_another(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    task = plan({"text": "It is blue.", "hold": {"name": "on", "after_deltas": 1}})
    first = workers.start()
    run = say(session, hands_out(1, task)).run
    wait_for(run, "suspended")
    wait_until(lambda: fake_model.stats["live"] == 1, "the child's request", 60)
    workers.kill(first)
    workers.start()
    wait_until(lambda: below(session, lost_count=1).exists(), "the reclaim", 60)
    fake_model.release("on")
    wait_for(run, "done")
    assert path(session)[2:] == [("tool", "It is blue."), ("ai", "Thanks.")]

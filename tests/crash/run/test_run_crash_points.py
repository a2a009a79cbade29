"""The worker dies once at every named point between a transaction and its effect."""

import json
from pathlib import Path

import pytest

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.stop_run import stop_run
from agency.models import ModelCall, Run, Session
from framework.core.crash import POINTS
from tests.chaos_tools.effects import read_log
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.plugin.services import wait_until
from tests.runs import calls, path, pending, status_of, wait_for
from tests.workers import Workers

PLAN = [
    {
        "text": "Adding.",
        "tools": [
            {"name": "counter_add", "input": {"counter": "a", "amount": 1}},
            {"name": "ledger_put", "input": {"account": "b", "amount": 2}},
        ],
    },
    {"text": "All is added."},
]


def reconcile(session: Session, run: Run, log: Path) -> None:
    """Answer what the product asks, by what the outside world shows."""
    wait_until(lambda: status_of(run) in ("suspended", "done", "failed"), "rest", 20)
    for row in pending(session):
        assert row.kind == "reconcile"
        happened = any(line["phase"] == "effect" for line in by_name(log, "counter_add"))
        answer = {"decision": "happened" if happened else "run"}
        answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=answer)


def by_name(log: Path, name: str) -> list[dict[str, object]]:
    return [line for line in read_log(log) if line["name"] == name]


def test_a_crash_after_a_stop_leaves_it_stopped(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script({"text": "Never.", "silent_after": -1})
    first = workers.start(AGENCY_CRASH_AT="after_finalise")
    run = say(session, "Hello").run
    assert run is not None
    wait_until(lambda: fake_model.stats["live"] > 0, "the request's arrival")
    stop_run(user_id=session.owner_id, run_id=run.id)
    wait_until(lambda: workers.ended(first), "the death", 20)
    assert status_of(run) == "stopped"
    assert not session.runs.filter(owner__isnull=False).exists()


@pytest.mark.parametrize("point", [point for point in POINTS if point != "after_finalise"])
def test_a_crash_loses_nothing_and_doubles_nothing(
    session: Session, fake_model: FakeModel, workers: Workers, effect_log: Path, point: str
) -> None:
    with snapshot_keeps_up(session.id):
        first = workers.start(AGENCY_CRASH_AT=point)
        run = say(session, f"PLAN: {json.dumps(PLAN)}").run
        assert run is not None
        wait_until(lambda: workers.ended(first), f"the death at {point}", 20)
        workers.start()
        reconcile(session, run, effect_log)
        ended = wait_for(run, "done", seconds=60)
    assert ended.error is None
    effects = [line for line in by_name(effect_log, "counter_add") if line["phase"] == "effect"]
    assert len(effects) == 1
    assert len({str(line["call_id"]) for line in by_name(effect_log, "ledger_put")}) == 1
    assert [role for role, _ in path(session)] == ["human", "ai", "tool", "tool", "ai"]
    assert [call.state for call in calls(session)] == ["done", "done"]
    assert not ModelCall.objects.filter(run_id=run.id, state="started").exists()

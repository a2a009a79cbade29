"""The worker dies once at every named point between a call and the child that does its work."""

import json

import pytest

from agency.models import Run, Session
from framework.core.crash import CHILD_POINTS
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.plugin.services import wait_until
from tests.runs import calls, path, wait_for
from tests.workers import Workers

TASK = f"PLAN: {json.dumps([{'text': 'It is blue.'}])}"
PLAN = [
    {"tools": [{"name": "Agent", "input": {"description": "Look", "prompt": TASK}}]},
    {"text": "Thanks."},
]


@pytest.mark.parametrize("point", CHILD_POINTS)
def test_a_call_has_one_child_and_one_result_whenever_the_worker_dies(
    session: Session, fake_model: FakeModel, workers: Workers, point: str
) -> None:
    with snapshot_keeps_up(session.id):
        first = workers.start(AGENCY_CRASH_AT=point)
        run = say(session, f"PLAN: {json.dumps(PLAN)}").run
        wait_until(lambda: workers.ended(first), f"the death at {point}", 30)
        workers.start()
        wait_for(run, "done")
    (child,) = Session.objects.filter(parent=session)
    assert [call.child_session_id for call in calls(session)] == [child.id]
    assert path(session)[2:] == [("tool", "It is blue."), ("ai", "Thanks.")]
    assert [role for role, _ in path(child)] == ["human", "ai"]
    assert set(Run.objects.values_list("status", flat=True)) == {"done"}

"""A title, a group's name and a summary through real processes, hinted and after a crash."""

import json
from typing import Any

from agency.commands.compaction.compact_session import compact_session
from agency.models import Compaction, ModelCall, Session, SmallJob, ToolGroup
from framework.db.clock import db_now
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.runs import wait_for
from tests.workers import Workers

GROUP = json.dumps({"name": "Counting once", "svg": "<svg><script/></svg>"})
PLAN = [{"tools": [{"name": "peek", "input": {"counter": "a"}}]}, {"text": "Counted."}]
NAMES = (
    {"match": "You name conversations", "text": "Counting together"},
    {"match": "You name groups", "text": GROUP},
)


def test_a_worker_names_a_session_and_its_tool_calls_beside_the_turn(
    session: Session, fake_model: FakeModel, workers: Workers, settings: Any
) -> None:
    settings.AGENCY_SMALL_JOBS = True
    fake_model.script(*NAMES)
    workers.start(AGENCY_SMALL_JOBS="1")
    wait_for(say(session, f"Count, please. PLAN: {json.dumps(PLAN)}").run, "done")
    done = SmallJob.objects.filter(status="done")
    wait_until(lambda: done.count() == 2, "both names", 60)
    session.refresh_from_db()
    group = ToolGroup.objects.get()
    assert (session.name, group.name, group.svg) == ("Counting together", "Counting once", "")


def test_a_worker_that_dies_over_a_title_leaves_it_to_the_next(
    session: Session, fake_model: FakeModel, workers: Workers, settings: Any
) -> None:
    settings.AGENCY_SMALL_JOBS = True
    fake_model.script(NAMES[0], NAMES[0])
    first = workers.start(AGENCY_CRASH_AT="after_small_model")
    run = say(session, "Hello there").run
    wait_until(lambda: workers.ended(first), "the death", 60)
    SmallJob.objects.filter(status="running").update(lease_until=db_now())
    workers.start()
    wait_until(lambda: SmallJob.objects.filter(status="done").exists(), "the title", 60)
    wait_for(run, "done")
    session.refresh_from_db()
    assert session.name == "Counting together"
    states = ModelCall.objects.filter(purpose="title").values_list("state", flat=True)
    assert sorted(states) == ["cut", "done"]


def test_a_worker_that_dies_over_a_summary_leaves_it_to_the_next(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    summaries = {"match": "You summarise the older part", "text": "They greeted.", "times": 0}
    fake_model.script(summaries)
    first = workers.start(AGENCY_CRASH_AT="after_summary")
    for words in ("Hello", "Hello again"):
        wait_for(say(session, words).run, "done")
    run = compact_session(user_id=session.owner_id, session_id=session.id)
    wait_until(lambda: workers.ended(first), "the death", 60)
    assert Compaction.objects.get().state == "running"
    workers.start()
    wait_for(run, "done")
    states = Compaction.objects.order_by("id").values_list("state", "summary")
    assert list(states) == [("failed", ""), ("done", "They greeted.")]
    assert not ModelCall.objects.filter(state="started").exists()

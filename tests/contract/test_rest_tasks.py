"""A task's record can be read at every moment of its life."""

from typing import Any

import pytest

from agency.commands.task.record_task import TaskFact, record_task
from framework.core.ids import uuid7
from tests.contract.rest import Caller, problem
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

LIVES = {
    "begun": ["started"],
    "under way": ["started", "progress"],
    "done": ["started", "success"],
    "failed": ["started", "failure"],
    "lost": ["started", "lost"],
    "done, its begin told late": ["success", "started"],
    "told twice": ["started", "started", "success", "failure"],
}


@pytest.mark.parametrize("life", LIVES)
@pytest.mark.parametrize("of_run", [True, False])
def test_a_task_is_shown_whatever_was_told_of_it(life: str, of_run: bool) -> None:
    staff = Caller(make_user("staff", is_staff=True))
    run_id = uuid7() if of_run else None
    for state in LIVES[life]:
        error = "ValueError: no" if state == "failure" else ""
        record_task(
            fact=TaskFact("task-1", "agency.run", state, run_id=run_id, worker="w", error=error)
        )
    shown = staff("GET", "/api/task/task-1/")
    assert shown.status_code == 200
    row: dict[str, Any] = shown.json()
    ends = [state for state in LIVES[life] if state in ("success", "failure", "lost")]
    assert row["state"] == (ends[0] if ends else LIVES[life][-1])
    assert (row["ended_at"] is None, row["runtime"] is None) == (not ends, not ends)
    assert row["run_id"] == (str(run_id) if run_id else None)
    assert staff("GET", "/api/task/").json()["results"] == [row]


@pytest.mark.parametrize("name", ["nobody", "%00", "%ED%A0%80", "x" * 200])
def test_a_task_that_nobody_knows_is_not_found(name: str) -> None:
    staff = Caller(make_user("staff", is_staff=True))
    assert problem(staff("GET", f"/api/task/{name}/")) == (404, "not_found")

"""Keep what the queue's workers do, so that the monitor survives restarts."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agency.models import TaskRecord
from agency.queries.tasks import task_record
from framework.bus.groups import TASKS
from framework.bus.publish import publish_ephemeral
from framework.core.ids import uuid7
from framework.db.transaction import after_commit, unit_of_work

ENDED = ("success", "failure", "lost")
MAX_ERROR = 4_000
MAX_PREVIEW = 300


@dataclass(frozen=True, slots=True)
class TaskFact:
    """What a task's signal tells; `worker` is the hub's id, by which lost ones are known."""

    task_id: str
    name: str
    state: str
    args_preview: str = ""
    run_id: UUID | None = None
    worker: str = ""
    progress: str = ""
    error: str = ""


# One statement, since every run has two of these: an end is kept, whatever comes late.
_KEEP = """
INSERT INTO agency_taskrecord AS kept
  (id, task_id, name, args_preview, run_id, worker, state, progress, error, started_at, ended_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, clock_timestamp(),
        CASE WHEN %s THEN clock_timestamp() END)
ON CONFLICT (task_id) DO UPDATE SET
  state = EXCLUDED.state, progress = EXCLUDED.progress, error = EXCLUDED.error,
  ended_at = EXCLUDED.ended_at
WHERE kept.ended_at IS NULL
RETURNING *
"""


def record_task(*, fact: TaskFact) -> None:
    """Write the fact and tell the staff's sockets; an end is kept, whatever comes late."""
    values = [
        uuid7(),
        fact.task_id,
        fact.name,
        fact.args_preview[:MAX_PREVIEW],
        fact.run_id,
        fact.worker,
        fact.state,
        fact.progress[:MAX_PREVIEW],
        fact.error[:MAX_ERROR],
        fact.state in ENDED,
    ]
    with unit_of_work():
        for row in TaskRecord.objects.raw(_KEEP, values):
            tell_task(row)


def tell_task(row: TaskRecord) -> None:
    """Show the row on the staff's sockets after commit; `GET /api/task/` has it for good."""
    frame = task_frame(row)
    after_commit(lambda: publish_ephemeral(TASKS, frame))


def task_frame(row: TaskRecord) -> dict[str, Any]:
    """The row in the words of the task socket; a lost task has failed."""
    record = task_record(row)
    word = "failure" if row.state == "lost" else row.state
    wanted = ("task_id", "name", "args_preview", "run_id", "progress", "runtime", "error")
    body = {key: record[key] for key in wanted if record[key] not in (None, "")}
    ts = record["ended_at"] or record["started_at"]
    return {"type": f"task_{word}", **body, "ts": ts}

"""Broker tasks as the monitor shows them."""

from agency.models import TaskRecord
from agency.queries.records import Record, stamp, text_id

TASK_STATES = ("started", "progress", "success", "failure", "lost")


def task_record(row: TaskRecord) -> Record:
    """A task with how long it ran."""
    ended = row.ended_at
    return {
        "task_id": row.task_id,
        "name": row.name,
        "args_preview": row.args_preview,
        "run_id": text_id(row.run_id),
        "state": row.state,
        "progress": row.progress,
        "error": row.error,
        "worker": row.worker,
        "started_at": stamp(row.started_at),
        "ended_at": stamp(ended),
        "runtime": None if ended is None else round((ended - row.started_at).total_seconds(), 6),
    }

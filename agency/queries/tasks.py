"""Broker tasks as the monitor shows them."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from agency.models import Run, TaskRecord
from agency.queries.records import Record, stamp, text_id

TASK_STATES = ("started", "progress", "success", "failure", "lost")


def task_rows() -> "QuerySet[TaskRecord]":
    """All tasks, each with the session that its run belongs to."""
    run = Run.objects.filter(id=OuterRef("run_id"))
    return TaskRecord.objects.annotate(
        session_id=Subquery(run.values("session_id")[:1]),
        session_name=Subquery(run.values("session__name")[:1]),
    )


def listed_task(row: Any) -> Record:
    """One of `task_rows` as the list shows it."""
    session = {"session_id": text_id(row.session_id), "session_name": row.session_name}
    return task_record(row) | session


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

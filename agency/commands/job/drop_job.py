"""A small job that needs no model any more."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agency.commands.job.ending import end_job
from agency.models import SmallJob
from agency.queries.small_jobs import due_jobs
from framework.db.transaction import unit_of_work


def drop_job(*, job_id: UUID, error: Mapping[str, Any] | None = None) -> None:
    """The due job is done, or with `error` failed, without a request."""
    with unit_of_work():
        rows: list[SmallJob] = list(due_jobs().select_for_update(no_key=True).filter(pk=job_id))
        for job in rows:
            end_job(job, "done" if error is None else "failed", error)

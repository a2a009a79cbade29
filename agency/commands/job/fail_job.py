"""A small job's request failed."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from agency.commands.job.claim_job import ATTEMPTS, JobLease
from agency.commands.job.ending import end_job, postpone
from agency.commands.job.lease import job_under, session_under
from agency.commands.run.ledger import Spent, settle_call
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def fail_job(
    *, lease: JobLease, error: Mapping[str, Any], spent: Spent | None, again_in: float | None
) -> None:
    """Try again in so many seconds, a few times at most; None means never.

    Nothing of the session changes: the name that it has is the fallback.
    """
    with unit_of_work():
        session = session_under(lease.call_id)
        job = job_under(session, lease.job_id, lease.fence)
        settle_call(lease.call_id, session, "failed", spent, error)
        if job is None:
            return
        if again_in is None or job.attempts >= ATTEMPTS:
            end_job(job, "failed", error)
        else:
            postpone(job, db_now() + timedelta(seconds=again_in), error)

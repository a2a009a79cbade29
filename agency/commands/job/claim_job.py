"""A small job becomes this worker's, with its line in the ledger."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from django.db.models import F

from agency.commands.job.ending import end_job
from agency.commands.job.lease import lock_beside_run
from agency.commands.provider.enter import has_room
from agency.commands.run.admission import Fits, Need, verdict_on
from agency.commands.run.budget import hold
from agency.commands.run.caps import locked_caps
from agency.commands.run.ledger import CallFacts, cut_call, start_small_call
from agency.models import ModelCall, Session, SmallJob
from agency.queries.small_jobs import due_jobs
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

LEASE_SECONDS = 60.0
ATTEMPTS = 3
LOST = {"code": "lost", "title": "The job was lost by its workers too often."}
NO_BUDGET = {"code": "budget_exceeded", "title": "A budget has no room for this job."}


@dataclass(frozen=True, slots=True)
class JobLease:
    """The right to write a job's result; worthless once its fence has risen."""

    job_id: UUID
    fence: int
    call_id: UUID
    attempts: int


class _NoRoom(Exception):
    """The provider is busy with runs."""


def claim_job(
    *,
    job_id: UUID,
    purpose: str,
    facts: CallFacts,
    amounts: Mapping[str, Decimal],
    gated: bool = False,
) -> JobLease | None:
    """Take a due job for a minute and open its request; None when there is nothing to take.

    A request that a lost worker left open is cut. A job that was lost too often, or that a budget
    has no room for, has failed: what it was to improve stays as it is. A job waits as long as its
    provider is busy with runs.
    """
    with suppress(_NoRoom), unit_of_work():
        session = _session_of_lost(job_id)
        taken = due_jobs().filter(pk=job_id).update(
            status="running",
            fence=F("fence") + 1,
            attempts=F("attempts") + 1,
            not_before=None,
            lease_until=db_now() + timedelta(seconds=LEASE_SECONDS),
        )  # fmt: skip
        if not taken:
            return None
        job = SmallJob.objects.select_related("session__workspace").get(pk=job_id)
        if job.call is not None:
            cut_call(session or job.session, job.call)
        if job.attempts > ATTEMPTS:
            end_job(job, "failed", LOST)
            return None
        return _begun(job, purpose, facts, amounts, gated)
    return None


def _session_of_lost(job_id: UUID) -> Session | None:
    """The job's session, locked, if a worker may have left a request open."""
    rows = SmallJob.objects.filter(pk=job_id, call__isnull=False)
    session_id = rows.values_list("session_id", flat=True).first()
    return None if session_id is None else lock_beside_run(session_id)


def _begun(
    job: SmallJob, purpose: str, facts: CallFacts, amounts: Mapping[str, Decimal], gated: bool
) -> JobLease | None:
    caps = locked_caps(job.session, None)
    unpriced = "" if facts.is_priced else facts.model
    need = Need(amounts, seconds=Decimal(LEASE_SECONDS), unpriced=unpriced)
    verdict = verdict_on(caps, need)
    if not isinstance(verdict, Fits):
        end_job(job, "failed", NO_BUDGET)
        return None
    if not has_room(facts, gated=gated):
        raise _NoRoom
    call: ModelCall = start_small_call(job.session, facts, purpose=purpose)
    hold(caps, call, verdict.amounts)
    job.call = call.id
    job.save(update_fields=["call"])
    return JobLease(job.id, job.fence, call.id, job.attempts)

"""Ask for a small job in the transaction that makes it necessary."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from agency.models import Message, Run, Session, SmallJob
from framework.bus.publish import publish_job
from framework.core.ids import uuid7
from framework.db.transaction import require_transaction

SMALL_JOB = "agency.small_job"
GROWN = 2
"""Steps with tools after which a group is more than what it was named for."""

_INSERT = """
INSERT INTO agency_smalljob (id, session_id, kind, subject, status, attempts, fence)
VALUES (%s, %s, %s, %s, 'queued', 0, 0)
ON CONFLICT (kind, subject)
"""
_ONCE = _INSERT + "DO NOTHING RETURNING id"
_AGAIN = (
    _INSERT
    + """
DO UPDATE SET status = 'queued', attempts = 0, fence = agency_smalljob.fence + 1, error = NULL,
    not_before = NULL, lease_until = NULL, queued_at = clock_timestamp()
RETURNING id
"""
)


def want_once(session: Session, kind: str, subject: UUID) -> None:
    """See to it that the job is done, unless it ever was asked for; one statement, one hint.

    Nothing is asked for where the installation does without (`AGENCY_SMALL_JOBS`).
    """
    if settings.AGENCY_SMALL_JOBS:
        _want(_ONCE, session, kind, subject)


def want_refined(run: Run) -> None:
    """The groups that grew in the run get their names from the whole of them, once."""
    if run.step < GROWN or not settings.AGENCY_SMALL_JOBS:
        return
    turns = Message.objects.filter(run=run, role="ai").values("id")
    named = SmallJob.objects.filter(kind="group_meta", subject__in=turns)
    for subject in named.order_by("id").values_list("subject", flat=True):
        want_once(run.session, "group_refine", subject)


def want_again(session: Session, kind: str, subject: UUID) -> None:
    """See to it that the job is done once more; whoever is at it now will write nothing."""
    _want(_AGAIN, session, kind, subject)


def _want(statement: str, session: Session, kind: str, subject: UUID) -> None:
    require_transaction()
    values: list[Any] = [uuid7(), session.id, kind, subject]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
    if row is not None:
        publish_job(SMALL_JOB, row[0])

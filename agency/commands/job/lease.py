"""The locks and the check that every write for a small job makes first."""

from uuid import UUID

from agency.commands.run.lease import locked_run
from agency.models import ModelCall, Run, Session, SmallJob
from agency.models.run import LIVE_STATUSES
from framework.db.transaction import require_transaction


def lock_beside_run(session_id: UUID) -> Session | None:
    """The session, locked after its live run; None when it is gone.

    Note: totals. Whoever settles a request of a session tells the sum of all of them. A run does
    so under its own lock, so this one is needed to see what it has settled, or to be seen by it.
    """
    require_transaction()
    live = Run.objects.filter(session_id=session_id, status__in=LIVE_STATUSES)
    for run_id in live.values_list("id", flat=True):
        locked_run(run_id)
    rows = Session.objects.select_related("agent", "workspace")
    return rows.select_for_update(no_key=True, of=("self",)).filter(pk=session_id).first()


def session_under(call_id: UUID) -> Session | None:
    """The session that the request is for, locked; None when it is gone."""
    rows = ModelCall.objects.filter(pk=call_id).values_list("session_id", flat=True)
    session_id = rows.first()
    return None if session_id is None else lock_beside_run(session_id)


def job_under(session: Session | None, job_id: UUID, fence: int) -> SmallJob | None:
    """The job of the locked session, locked; None when it is somebody else's by now, or gone."""
    require_transaction()
    job = SmallJob.objects.select_for_update(no_key=True).filter(pk=job_id).first()
    if session is None or job is None or job.status != "running" or job.fence != fence:
        return None
    job.session = session
    return job

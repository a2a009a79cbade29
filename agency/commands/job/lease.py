"""The check that every write for a small job makes first."""

from agency.commands.job.claim_job import JobLease
from agency.models import Session, SmallJob
from framework.db.transaction import require_transaction


def job_under(lease: JobLease) -> SmallJob | None:
    """The job, locked after its session; None when it is somebody else's by now, or gone."""
    require_transaction()
    rows = Session.objects.select_related("agent", "workspace")
    session = (
        rows.select_for_update(no_key=True, of=("self",)).filter(jobs__id=lease.job_id).first()
    )
    if session is None:
        return None
    job = SmallJob.objects.select_for_update(no_key=True).filter(pk=lease.job_id).first()
    if job is None or job.status != "running" or job.fence != lease.fence:
        return None
    job.session = session
    return job

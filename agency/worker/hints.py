"""Celery tasks: hints that may be lost, doubled or late; the rows decide."""

from uuid import UUID

from celery import shared_task

from agency.worker.host import current_host


@shared_task(name="agency.run")
def run(run_id: str) -> None:
    """Let this process's hub claim the run; the task lasts as long as the run is driven here."""
    current_host().carry(UUID(run_id))


@shared_task(name="agency.small_job")
def small_job(job_id: str) -> None:
    """Let this process's hub do the job beside its runs, if it has room; return at once."""
    current_host().carry_small(UUID(job_id))

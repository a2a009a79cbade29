"""The right to write for a run, and the check that every write makes first."""

from dataclasses import dataclass
from uuid import UUID

from agency.errors import FenceLost
from agency.models import Branch, Run, Session
from framework.db.transaction import require_transaction

WITH_SESSION = ("session__agent", "session__workspace")


@dataclass(frozen=True, slots=True)
class Lease:
    """What a claim gives its worker; worthless once the run's fence has risen."""

    run_id: UUID
    fence: int
    worker_id: UUID


def run_under(lease: Lease) -> Run:
    """The run, locked; raises FenceLost when it is no longer this worker's to write."""
    run = locked_run(lease.run_id)
    if run is None or run.status != "running" or run.fence != lease.fence:
        raise FenceLost(run_id=str(lease.run_id))
    return run


def locked_run(run_id: UUID) -> Run | None:
    """The run, locked, in whatever state it is, with its branch and session as they stand then.

    The lock leaves foreign keys alone: those are checked at commit and would meet it there.
    """
    require_transaction()
    run = Run.objects.select_for_update(no_key=True).filter(pk=run_id).first()
    if run is not None:
        # Apart from the lock: rows joined to a locked one are as they were before the wait.
        run.branch = Branch.objects.select_related(*WITH_SESSION).get(pk=run.branch_id)
        run.session = run.branch.session
    return run


def lock_session(run: Run) -> Session:
    """The run's session as it stands, locked after the run; its record is about to be told."""
    rows = Session.objects.select_related("agent", "workspace")
    session = rows.select_for_update(no_key=True, of=("self",)).get(pk=run.session_id)
    run.session = session
    run.branch.session = session
    if session.active_branch_id == run.branch_id:
        session.active_branch = run.branch  # one object, whose head moves as messages are added
    return session

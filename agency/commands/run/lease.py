"""The right to write for a run, and the check that every write makes first."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agency.errors import FenceLost
from agency.models import Branch, Run, Session
from framework.db.compiled import Compiled, Given
from framework.db.transaction import require_transaction

_RUN = Compiled(lambda: Run.objects.select_for_update(no_key=True).filter(pk=Given("run")))
_BRANCH = Compiled(
    lambda: Branch.objects.select_related("session__agent", "session__workspace").filter(
        pk=Given("branch")
    )
)
_SESSION = Compiled(
    lambda: Session.objects.select_for_update(no_key=True).filter(pk=Given("session"))
)
KEPT = ("agent", "workspace", "mode")


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
    run = _RUN.first(run=run_id)
    if run is not None:
        # Apart from the lock: rows joined to a locked one are as they were before the wait.
        with_branch(run)
    return run


def with_branch(run: Run) -> Run:
    """The locked run with its branch and session as they stand."""
    branch = _BRANCH.first(branch=run.branch_id)
    if branch is None:
        raise Branch.DoesNotExist
    run.branch, run.session = branch, branch.session
    _show(run.session, branch)
    return run


def lock_session(run: Run) -> Session:
    """The run's session as it stands, locked after the run; its record is about to be told."""
    session = _SESSION.first(session=run.session_id)
    if session is None:
        raise Session.DoesNotExist
    _keep_related(run.session, session)
    run.session = session
    run.branch.session = session
    _show(session, run.branch)
    return session


def _keep_related(old: Session, new: Session) -> None:
    """Rows beside the session that are still its own need not be read again."""
    for name in KEPT:
        field: Any = Session._meta.get_field(name)
        if field.is_cached(old) and getattr(old, field.attname) == getattr(new, field.attname):
            field.set_cached_value(new, field.get_cached_value(old))


def _show(session: Session, branch: Branch) -> None:
    if session.active_branch_id == branch.id:
        session.active_branch = branch  # one object, whose head moves as messages are added

"""Keep a branch out of sight, or bring it back."""

from uuid import UUID

from django.db.models import F

from agency.access import branch_for
from agency.channel.protocol import Monitor
from agency.commands.session.act_beside_run import Live, act_beside_run
from agency.errors import BranchLocked
from agency.models import Branch, Session
from framework.core.errors import Stale
from framework.db.clock import ClockNow


def hide_branch(
    *, user_id: int, session_id: UUID, branch_id: UUID, hidden: bool, version: int | None = None
) -> Branch:
    """Hide the branch or show it among the others again; nothing is deleted.

    Raises BranchLocked for the active branch, Stale when `version` is not the row's.
    """

    def act(session: Session, _live: Live | None) -> Branch:
        branch = branch_for(user_id, session_id, branch_id, write=True)
        if version is not None and version != branch.version:
            raise Stale
        if hidden and session.active_branch_id == branch.id:
            raise BranchLocked("The shown branch cannot be hidden; switch to another first.")
        Branch.objects.filter(id=branch.id).update(
            hidden=hidden, version=F("version") + 1, updated_at=ClockNow()
        )
        branch.refresh_from_db()
        Monitor.branch_switched(session)
        return branch

    # Beside the run, for what is told shows the whole page, with what the run has written.
    return act_beside_run(act=act, user_id=user_id, session_id=session_id)

"""Show another branch of the session."""

from uuid import UUID

from agency.access import branch_for, session_for
from agency.channel.protocol import Monitor
from agency.commands._rows import live_run, touch_session
from agency.errors import BranchLocked
from agency.models import Session
from framework.db.transaction import unit_of_work


def switch_branch(*, user_id: int, session_id: UUID, branch_id: UUID) -> Session:
    """Make the branch the active one; raises BranchLocked while a run is live."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        branch = branch_for(user_id, session_id, branch_id)
        if session.active_branch_id == branch.id:
            return session
        if live_run(session_id) is not None:
            raise BranchLocked("A run is under way on the shown branch; stop it first.")
        session.active_branch = branch
        if branch.hidden:
            branch.hidden = False
            branch.save(update_fields=["hidden"])
        touch_session(session, "active_branch")
        Monitor.branch_switched(session)
        Monitor.session_updated(session)
        return session

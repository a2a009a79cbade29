"""Remove a branch that nobody needs."""

from uuid import UUID

from agency.access import branch_for, session_for
from agency.channel.protocol import Monitor
from agency.commands._rows import live_run
from agency.errors import BranchLocked
from agency.models import Branch, Session
from framework.db.transaction import unit_of_work


def delete_branch(*, user_id: int, session_id: UUID, branch_id: UUID) -> None:
    """Delete the branch with its messages; one that others fork from is hidden instead.

    Raises BranchLocked for the active branch and while a run is live on it.
    """
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        branch = branch_for(user_id, session_id, branch_id, write=True)
        if session.active_branch_id == branch.id:
            raise BranchLocked("The shown branch cannot be deleted; switch to another first.")
        run = live_run(session_id)
        if run is not None and run.branch_id == branch.id:
            raise BranchLocked("A run is under way on this branch; stop it first.")
        if branch.forks.exists():
            branch.hidden = True
            branch.save(update_fields=["hidden"])
        else:
            begun = _children_of(branch)
            branch.delete()
            kept = Session.objects.filter(id__in=begun).select_related("agent")
            for child in kept.order_by("id"):
                Monitor.session_updated(child)
        Monitor.branch_switched(session)


def _children_of(branch: Branch) -> list[UUID]:
    """Sessions that calls on this branch began: they stay, without the call."""
    rows = Session.objects.filter(parent_call__message__branch=branch)
    return list(rows.order_by("id").values_list("id", flat=True))

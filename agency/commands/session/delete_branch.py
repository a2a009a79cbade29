"""Remove a branch that nobody needs."""

from uuid import UUID

from agency.access import branch_for
from agency.channel.protocol import Monitor
from agency.commands.session.act_beside_run import Live, act_beside_run
from agency.errors import BranchLocked
from agency.models import Branch, Session


def delete_branch(*, user_id: int, session_id: UUID, branch_id: UUID) -> None:
    """Delete the branch with its messages; one that others fork from is hidden instead.

    Raises BranchLocked for the active branch and while a run is live on it.
    """

    def act(session: Session, live: Live | None) -> None:
        branch = branch_for(user_id, session_id, branch_id, write=True)
        if session.active_branch_id == branch.id:
            raise BranchLocked("The shown branch cannot be deleted; switch to another first.")
        if live is not None and live.run.branch_id == branch.id:
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

    # Beside the run, for what is told shows the whole page, with what the run has written.
    act_beside_run(act=act, user_id=user_id, session_id=session_id)


def _children_of(branch: Branch) -> list[UUID]:
    """Sessions that calls on this branch began: they stay, without the call."""
    rows = Session.objects.filter(parent_call__message__branch=branch)
    return list(rows.order_by("id").values_list("id", flat=True))

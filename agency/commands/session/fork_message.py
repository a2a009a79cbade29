"""Travel back: a new branch that ends at a message, and the run that may go on from there."""

from dataclasses import dataclass
from uuid import UUID

from agency.access import message_for, session_for
from agency.commands._rows import create_run, live_run, touch_session
from agency.commands.session._fork import fork_branch, fork_point, tell_fork
from agency.commands.session._rest import act_at_rest, require_rest
from agency.errors import BranchLocked, NotSettled, SessionClosed
from agency.models import Branch, Message, Run, Session
from framework.core.errors import IdempotencyMismatch
from framework.core.ids import uuid7
from framework.core.text import strict_name
from framework.db.transaction import unit_of_work


@dataclass(frozen=True)
class Forked:
    """The branch that is shown now, and the run that goes on from it."""

    branch: Branch
    run: Run | None = None


def fork_message(
    *,
    user_id: int,
    session_id: UUID,
    message_id: UUID,
    rerun: bool = False,
    name: str = "",
    branch_id: UUID | None = None,
) -> Forked:
    """Show a new branch that ends at the message; a group of tool calls is taken whole.

    Results before the fork are used again, never executed again. `rerun` goes on with a run, for
    which a live one is stopped first; an answer that ended its turn is made again. Without it
    raises BranchLocked while a run is live. `branch_id` makes a repeat safe.
    """
    message = message_for(user_id, session_id, message_id, write=True)
    label = strict_name(name) if name else ""
    identity = branch_id or uuid7()
    if known := _known(message.session, identity):
        return known  # before its run would be stopped

    def fork() -> Forked:
        with unit_of_work():
            session = session_for(user_id, session_id, lock=True, write=True)
            if known := _known(session, identity):
                return known
            _require(session, rerun)
            depth = _resting_depth(message, rerun)
            branch = fork_branch(session, message.branch, depth, user_id=user_id, identity=identity)
            branch.name = label
            branch.save(update_fields=["name"])
            touch_session(session, "active_branch")
            tell_fork(branch)
            return Forked(branch, create_run(branch) if rerun else None)

    return act_at_rest(fork, user_id=user_id, session_id=session_id) if rerun else fork()


def _known(session: Session, identity: UUID) -> Forked | None:
    branch = Branch.objects.filter(id=identity).first()
    if branch is None:
        return None
    if branch.session_id != session.id:
        raise IdempotencyMismatch
    branch.session = session
    return Forked(branch, branch.runs.order_by("created_at").first())


def _require(session: Session, rerun: bool) -> None:
    if rerun:
        require_rest(session)
    elif session.closed_at is not None:
        raise SessionClosed
    elif live_run(session.id) is not None:
        raise BranchLocked("A run is under way on the shown branch; stop it first.")


def _resting_depth(message: Message, rerun: bool) -> int:
    """Where the branch parts: after the message and all that its calls gave."""
    own = Message.objects.filter(branch_id=message.branch_id, depth__gte=message.depth)
    end = own.filter(settled=True).order_by("depth").first()
    if end is None:
        raise NotSettled
    if rerun and end.role == "ai":
        return fork_point(end)  # nothing is left to go on with
    return end.depth

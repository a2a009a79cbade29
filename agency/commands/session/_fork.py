"""Make a branch that leaves its base after a settled message."""

from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands._analytics import count_event
from agency.errors import NotSettled
from agency.models import Branch, Message, Session
from agency.queries.path import message_at
from framework.core.ids import uuid7
from framework.db.transaction import require_transaction


def fork_branch(
    session: Session, base: Branch, depth: int, *, user_id: int, identity: UUID | None = None
) -> Branch:
    """A new active branch that shares the path of `base` up to `depth` (0 = nothing).

    The new branch's base is the branch that owns the message at `depth`, so that siblings share
    one base and depth. Raises NotSettled when a turn is open at that place.
    """
    require_transaction()
    owner = base
    if depth:
        parent = message_at(base.id, depth)
        if parent is None or not parent.settled:
            raise NotSettled
        owner = parent.branch
    else:
        owner = _root(base)
    branch = Branch.objects.create(
        id=identity or uuid7(),
        session=session,
        base_branch=owner,
        fork_depth=depth,
        head_depth=depth,
        created_by_id=user_id,
    )
    session.active_branch = branch
    count_event("session_branched", session, user_id=user_id, depth=depth)
    return branch


def tell_fork(branch: Branch) -> None:
    """Tell of the branch, once its first message stands."""
    Monitor.branch_created(branch)
    Monitor.session_updated(branch.session)


def _root(branch: Branch) -> Branch:
    while branch.base_branch is not None:
        branch = branch.base_branch
    return branch


def fork_point(message: Message) -> int:
    """The depth before the message: where a sibling of it forks."""
    return message.depth - 1

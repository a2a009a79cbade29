"""A person asks for a summary of the older part of the shown path."""

from uuid import UUID

from agency.access import session_for
from agency.commands._rows import create_run
from agency.commands.session._rest import require_rest
from agency.errors import NothingToCompact, NotSettled
from agency.models import Run
from agency.queries.context import summary_in_force
from agency.queries.path import path_head
from framework.db.transaction import unit_of_work

LEAST = 3
"""Messages below which a summary gains nothing."""


def compact_session(*, user_id: int, session_id: UUID) -> Run:
    """Queue a run that makes the summary; it can be stopped, and what is sent meanwhile waits.

    Raises SessionBusy while a run is live, SessionClosed, NothingToCompact.
    """
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        require_rest(session)
        branch = session.active_branch
        head = path_head(branch.id) if branch is not None else None
        if branch is None or head is None:
            raise NothingToCompact
        if not head.settled:
            raise NotSettled
        done = summary_in_force(branch.id)
        if branch.head_depth - (done.depth if done is not None else 0) < LEAST:
            raise NothingToCompact
        branch.session = session
        return create_run(branch, kind="compact")

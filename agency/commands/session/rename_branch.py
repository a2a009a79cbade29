"""Give a branch a name."""

from uuid import UUID

from django.db.models import F

from agency.access import branch_for
from agency.channel.protocol import Monitor
from agency.commands.session.act_beside_run import Live, act_beside_run
from agency.models import Branch, Session
from framework.core.errors import Stale
from framework.core.text import strict_name
from framework.db.clock import ClockNow


def rename_branch(
    *, user_id: int, session_id: UUID, branch_id: UUID, name: str, version: int | None = None
) -> Branch:
    """Set the name; raises Stale when `version` is not the row's."""
    clean = strict_name(name)

    def act(session: Session, _live: Live | None) -> Branch:
        branch = branch_for(user_id, session_id, branch_id, write=True)
        if version is not None and version != branch.version:
            raise Stale
        Branch.objects.filter(id=branch.id).update(
            name=clean, version=F("version") + 1, updated_at=ClockNow()
        )
        branch.refresh_from_db()
        Monitor.branch_switched(session)
        return branch

    # Beside the run, for what is told shows the whole page, with what the run has written.
    return act_beside_run(act=act, user_id=user_id, session_id=session_id)

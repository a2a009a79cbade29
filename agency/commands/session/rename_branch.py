"""Give a branch a name."""

from uuid import UUID

from django.db.models import F

from agency.access import branch_for, session_for
from agency.channel.protocol import Monitor
from agency.models import Branch
from framework.core.errors import Stale
from framework.core.text import strict_name
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work


def rename_branch(
    *, user_id: int, session_id: UUID, branch_id: UUID, name: str, version: int | None = None
) -> Branch:
    """Set the name; raises Stale when `version` is not the row's."""
    clean = strict_name(name)
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        branch = branch_for(user_id, session_id, branch_id, write=True)
        if version is not None and version != branch.version:
            raise Stale
        Branch.objects.filter(id=branch.id).update(
            name=clean, version=F("version") + 1, updated_at=ClockNow()
        )
        branch.refresh_from_db()
        Monitor.branch_switched(session)
        return branch

"""Act on a session together with its live run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from agency.access import session_for
from agency.commands.run.lease import locked_run
from agency.commands.run.stop_run import request_stop
from agency.errors import SessionBusy
from agency.models import Run, Session
from agency.models.run import LIVE_STATUSES
from framework.bus.drafts import read_draft
from framework.db.transaction import unit_of_work

Made = TypeVar("Made")
ATTEMPTS = 20


@dataclass(frozen=True)
class Live:
    """The live run, locked, and its text as far as it was shown."""

    run: Run
    draft: Mapping[str, Any] | None

    def stop(self) -> bool:
        """Stop it, keeping its text; whether it has ended here, or else its worker is told."""
        request_stop(self.run, self.draft)
        return self.run.status != "running"


def act_beside_run(
    *, act: Callable[[Session, Live | None], Made], user_id: int, session_id: UUID
) -> Made:
    """Act under the locks of the live run and of the session, taken in this order.

    Begins again when another run has become the live one meanwhile; raises SessionBusy when that
    never ends.
    """
    for _ in range(ATTEMPTS):
        seen = _live_id(session_id)
        draft = None if seen is None else read_draft(seen)
        with unit_of_work():
            run = None if seen is None else locked_run(seen)
            session = session_for(user_id, session_id, lock=True, write=True)
            if _live_id(session_id) == seen:
                return act(session, None if run is None else Live(run, draft))
    raise SessionBusy


def _live_id(session_id: UUID) -> UUID | None:
    rows = Run.objects.filter(session_id=session_id, status__in=LIVE_STATUSES)
    return rows.values_list("id", flat=True).first()

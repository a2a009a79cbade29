"""Take a closed session up again."""

from uuid import UUID

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._rows import touch_session
from agency.models import Session
from framework.db.transaction import unit_of_work


def resume_session(*, user_id: int, session_id: UUID) -> Session:
    """Clear `closed_at` and change nothing else; resuming an open session is fine."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        if session.closed_at is not None:
            session.closed_at = None
            touch_session(session, "closed_at")
            Monitor.session_updated(session)
        return session

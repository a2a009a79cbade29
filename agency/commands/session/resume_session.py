"""Take a closed session up again."""

from uuid import UUID

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_event
from agency.commands._rows import touch_session
from agency.models import Session
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def resume_session(*, user_id: int, session_id: UUID) -> Session:
    """Clear `closed_at` and change nothing else; resuming an open session is fine."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        if session.closed_at is not None:
            closed = db_now() - session.closed_at
            session.closed_at = None
            touch_session(session, "closed_at")
            Monitor.session_updated(session)
            hours = round(closed.total_seconds() / 3_600, 3)
            count_event("session_resumed", session, user_id=user_id, hours_closed=hours)
        return session

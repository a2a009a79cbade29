"""Put a session away."""

from uuid import UUID

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_event
from agency.commands._rows import has_live_run, touch_session
from agency.commands.session._rest import bring_to_rest
from agency.errors import SessionBusy
from agency.models import Session
from agency.queries.session_summary import session_summary
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def close_session(*, user_id: int, session_id: UUID) -> Session:
    """Stop the work here and below, withdraw the questions, stamp `closed_at`; twice is fine.

    Raises SessionBusy when somebody speaks at that very moment.
    """
    bring_to_rest(user_id=user_id, session_id=session_id, below=True)
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, end=True)
        if session.closed_at is None:
            if has_live_run(session_id):
                raise SessionBusy  # somebody spoke in between
            session.closed_at = db_now()
            touch_session(session, "closed_at")
            Monitor.session_closed(session)
            summary = session_summary(session)
            count_event("session_completed", session, user_id=user_id, **summary)
        return session

"""Put a session away."""

from uuid import UUID

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_event
from agency.commands._rows import has_live_run, touch_session
from agency.commands.session._rest import act_at_rest
from agency.errors import SessionBusy
from agency.models import Session
from agency.queries.session_summary import session_summary
from framework.db.clock import db_now
from framework.db.transaction import require_transaction, unit_of_work


def close_session(*, user_id: int, session_id: UUID) -> Session:
    """Stop the work here and below, withdraw the questions, stamp `closed_at`; twice is fine.

    Who speaks at that very moment is stopped as well; raises SessionBusy when it never rests.
    """

    def act() -> Session:
        with unit_of_work():
            return _close(user_id, session_id)

    return act_at_rest(act, user_id=user_id, session_id=session_id, below=True)


def _close(user_id: int, session_id: UUID) -> Session:
    require_transaction()
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

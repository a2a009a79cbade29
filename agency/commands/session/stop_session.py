"""Stop whatever the session does."""

from uuid import UUID

from agency.access import session_for
from agency.commands._rows import live_run
from agency.commands.run.stop_run import stop_run
from agency.models import Run


def stop_session(*, user_id: int, session_id: UUID) -> Run | None:
    """Stop the live run; None when there is none, stopping twice is fine."""
    session_for(user_id, session_id, end=True)
    run = live_run(session_id)
    return stop_run(user_id=user_id, run_id=run.id) if run else None

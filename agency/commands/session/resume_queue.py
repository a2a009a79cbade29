"""Let the waiting messages go on."""

from uuid import UUID

from agency.access import session_for
from agency.commands._queue import take_next_queued
from agency.commands._rows import live_run, pause_queue
from agency.models import Run
from framework.db.transaction import unit_of_work


def resume_queue(*, user_id: int, session_id: UUID) -> Run | None:
    """Clear the pause; the first waiting message is run when the agent is free."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        pause_queue(session, False)
        return None if live_run(session_id) else take_next_queued(session)

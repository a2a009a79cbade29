"""Take a waiting message back."""

from uuid import UUID

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._queue import waiting_for
from framework.db.transaction import unit_of_work


def withdraw_queued(*, user_id: int, session_id: UUID, queued_id: UUID) -> None:
    """Remove the message from the queue; raises QueuedMessageGone when it was already taken."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        waiting_for(user_id, session, queued_id).delete()
        Monitor.queue_changed(session)

"""Take a waiting message back."""

from uuid import UUID

from agency.access import queued_for, session_for
from agency.channel.protocol import Monitor
from agency.errors import QueuedMessageGone
from framework.core.errors import NotFound
from framework.db.transaction import unit_of_work


def withdraw_queued(*, user_id: int, session_id: UUID, queued_id: UUID) -> None:
    """Remove the message from the queue; raises QueuedMessageGone when it was already taken."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        try:
            queued = queued_for(user_id, session_id, queued_id)
        except NotFound as error:
            if session.messages.filter(id=queued_id).exists():
                raise QueuedMessageGone from error
            raise
        queued.delete()
        Monitor.queue_changed(session)

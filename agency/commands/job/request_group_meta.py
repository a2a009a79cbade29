"""A person asks for the name and icon of a group of tool calls."""

from uuid import UUID

from agency.access import message_for, session_for
from agency.commands.job.wanting import want_again
from agency.errors import NothingToName
from agency.models import Session
from agency.queries.small_jobs import group_of
from framework.db.transaction import unit_of_work


def request_group_meta(*, user_id: int, session_id: UUID, message_id: UUID) -> Session:
    """Have the group named that the message with calls belongs to, from the whole of it.

    Raises NothingToName for a message without calls.
    """
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        message = message_for(user_id, session_id, message_id)
        has_calls = message.role == "ai" and message.content.get("tool_calls")
        first = group_of(message) if has_calls else None
        if first is None:
            raise NothingToName
        want_again(session, "group_refine", first.id)
        return session

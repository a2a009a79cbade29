"""Requests for what a model does beside the conversation: titles, names of groups, summaries."""

from uuid import UUID

from agency.commands.compaction.compact_session import compact_session
from agency.commands.idempotency import Answer
from agency.commands.job.request_group_meta import request_group_meta
from agency.commands.job.request_title import request_title
from agency.commands.requests.body import Body, Id
from agency.queries.records import run_record, session_record


class GroupMetaBody(Body):
    """The group, by any of its messages that calls tools."""

    message_id: Id


def title(user_id: int, session_id: UUID) -> Answer:
    """The session as it is; the title comes as an event."""
    session = request_title(user_id=user_id, session_id=session_id)
    return Answer(202, session_record(session))


def compact(user_id: int, session_id: UUID) -> Answer:
    """The run that makes the summary."""
    run = compact_session(user_id=user_id, session_id=session_id)
    return Answer(202, {"run": run_record(run)})


def group_meta(user_id: int, session_id: UUID, body: GroupMetaBody) -> Answer:
    """The session as it is; name and icon come as an event."""
    session = request_group_meta(user_id=user_id, session_id=session_id, message_id=body.message_id)
    return Answer(202, session_record(session))

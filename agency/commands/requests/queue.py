"""Requests about the messages that wait."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from agency.commands.idempotency import Answer
from agency.commands.requests.body import Versioned
from agency.commands.session.edit_queued import edit_queued
from agency.commands.session.resume_queue import resume_queue
from agency.commands.session.withdraw_queued import withdraw_queued
from agency.queries import records
from framework.core.errors import Invalid


class QueuedBody(Versioned):
    """New words, another place (1 = next) or another strategy of a waiting message."""

    text: str | None = None
    position: Annotated[int | None, Field(ge=1, le=1_000)] = None
    strategy: Annotated[str | None, Field(max_length=20)] = None


def change_queued(user_id: int, session_id: UUID, queued_id: UUID, body: QueuedBody) -> Answer:
    """The changed message as it waits, or as it waited when the change sent it off."""
    if body.version is None:
        raise Invalid.field("version", "is required, in the body or as If-Match")
    queued = edit_queued(
        user_id=user_id,
        session_id=session_id,
        queued_id=queued_id,
        version=body.version,
        text=body.text,
        position=body.position,
        strategy=body.strategy,
    )
    return Answer(200, records.queued_record(queued))


def withdraw(user_id: int, session_id: UUID, queued_id: UUID) -> Answer:
    """The message waits no longer."""
    withdraw_queued(user_id=user_id, session_id=session_id, queued_id=queued_id)
    return Answer(204)


def release_queue(user_id: int, session_id: UUID) -> Answer:
    """The run that took the first waiting message, if the agent was free."""
    run = resume_queue(user_id=user_id, session_id=session_id)
    return Answer(202, {"run": run and records.run_record(run)})

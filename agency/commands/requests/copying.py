"""Requests that copy sessions."""

from uuid import UUID

from agency.commands.copying.duplicate_session import duplicate_session
from agency.commands.copying.import_sessions import import_sessions
from agency.commands.idempotency import Answer, Once, minted
from agency.commands.requests.body import Id, Minted
from agency.queries.default_workspace import default_workspace
from agency.queries.records import session_record


class DuplicateBody(Minted):
    """Up to which message, and under which name; the client may mint `id`, the copy's."""

    up_to_message: Id | None = None
    name: str = ""


def duplicate(user_id: int, session_id: UUID, body: DuplicateBody, once: Once | None) -> Answer:
    """The copy."""
    copy = duplicate_session(
        user_id=user_id,
        session_id=session_id,
        up_to_message=body.up_to_message,
        name=body.name,
        copy_id=body.id or minted(once, "session"),
    )
    return Answer(201, session_record(copy))


def take_over(user_id: int, raw: bytes, workspace_id: UUID | None, once: Once | None) -> Answer:
    """The sessions at the top of the file."""
    made = import_sessions(
        user_id=user_id,
        workspace_id=workspace_id or default_workspace(user_id),
        raw=raw,
        salt=None if once is None else once.derived_id(once.fingerprint).hex,
    )
    records = [session_record(session) for session in made.sessions]
    return Answer(201, {"sessions": records, "notes": made.notes})

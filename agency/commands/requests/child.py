"""Requests about the children of sessions."""

from uuid import UUID

from agency.commands.child.invoke_session import invoke_session
from agency.commands.idempotency import Answer, Once, minted
from agency.commands.requests.body import Body, Id
from agency.queries import records


class InvokeBody(Body):
    """What a copy of the session is asked; the client may mint `id`, the copy's."""

    text: str
    id: Id | None = None
    up_to_message: Id | None = None


def invoke(user_id: int, session_id: UUID, body: InvokeBody, once: Once | None) -> Answer:
    """The copy, what was said in it, and the run that answers."""
    made = invoke_session(
        user_id=user_id,
        session_id=session_id,
        text=body.text,
        invoke_id=body.id or minted(once, "session"),
        up_to_message=body.up_to_message,
    )
    record = {
        "session": records.session_record(made.session),
        "message": records.message_record(made.message),
        "run": records.run_record(made.run),
    }
    return Answer(202, record)

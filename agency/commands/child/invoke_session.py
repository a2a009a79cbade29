"""A person asks a copy of a session something, and leaves the session as it is."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from agency.access import message_for, session_for
from agency.commands.child._addressed import forked
from agency.commands.child._limits import check_depth
from agency.commands.child._open import tell_child
from agency.commands.session._body import MessageBody, prepare
from agency.commands.session.send_message import run_of
from agency.errors import SessionClosed
from agency.models import Message, Run, Session
from framework.core.errors import IdempotencyMismatch
from framework.core.ids import uuid7
from framework.db.anew import anew
from framework.db.transaction import unit_of_work


@dataclass(frozen=True)
class Invoked:
    """The copy, what was said in it, and the run that answers."""

    session: Session
    message: Message
    run: Run


def invoke_session(
    *,
    user_id: int,
    session_id: UUID,
    text: str,
    invoke_id: UUID | None = None,
    up_to_message: UUID | None = None,
) -> Invoked:
    """Begin a child that shares the session's past, whole or up to a message, and ask it.

    The client mints `invoke_id`, the child's id: a repeat with the same words gets the first
    child, one with other words raises IdempotencyMismatch.
    Raises SessionClosed, and TooDeep at the agents' `child_depth`.
    """
    prepared = prepare(user_id, session_id, MessageBody(text=text))

    def invoke() -> Invoked:
        with unit_of_work():
            source = session_for(user_id, session_id, write=True, lock=True)
            identity = invoke_id or uuid7()
            if (known := Session.objects.filter(pk=identity).first()) is not None:
                return _known(source, known, prepared.fingerprint)
            child = _copy_of(user_id, source, identity, up_to_message)
            message, run = tell_child(
                child,
                prepared.content,
                message_id=first_id(identity),
                author_id=user_id,
                fingerprint=prepared.fingerprint,
            )
            return Invoked(child, message, run)

    return anew(invoke)


def _copy_of(user_id: int, source: Session, identity: UUID, up_to: UUID | None) -> Session:
    if source.closed_at is not None:
        raise SessionClosed
    check_depth(source)
    base, upto = source.active_branch, None
    if up_to is not None:
        point = message_for(user_id, source.id, up_to)
        base, upto = point.branch, point.depth
    more = {"agent": source.agent, "like": source, "session_id": identity}
    return forked(source, base, upto=upto, name=source.name, **more)


def first_id(child_id: UUID) -> UUID:
    """The id of what is said in a child that begins by a copy."""
    return uuid5(child_id, "first message")


def _known(source: Session, child: Session, fingerprint: str) -> Invoked:
    """What the first request with this id began."""
    message = Message.objects.select_related("branch").filter(pk=first_id(child.id)).first()
    same = child.parent_id == source.id and message is not None
    if not same or message is None or message.fingerprint != fingerprint:
        raise IdempotencyMismatch
    run = run_of(message)
    assert run is not None
    return Invoked(Session.objects.select_related("agent").get(pk=child.pk), message, run)

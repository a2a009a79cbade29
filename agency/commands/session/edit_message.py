"""A person says something differently: a sibling on a new branch."""

from uuid import UUID

from agency.access import message_for, session_for
from agency.commands._rows import (
    append_message,
    apply_switch,
    create_run,
    pause_queue,
    touch_session,
)
from agency.commands.session._body import (
    MessageBody,
    Prepared,
    file_attachments,
    fingerprint,
    prepare,
)
from agency.commands.session._fork import fork_branch, fork_point, tell_fork
from agency.commands.session._rest import act_at_rest, require_rest
from agency.commands.session._switch import checked_switch
from agency.commands.session.send_message import Sent, run_of
from agency.models import Message, QueuedMessage
from framework.core.errors import IdempotencyMismatch, Invalid
from framework.core.ids import uuid7
from framework.db.anew import anew
from framework.db.transaction import unit_of_work


def edit_message(
    *,
    user_id: int,
    session_id: UUID,
    message_id: UUID,
    body: MessageBody,
    new_id: UUID | None = None,
) -> Sent:
    """Put the new words beside the old message and run from there; a live run is stopped first.

    Pictures of the old message come along unless the body brings its own. `new_id` makes a
    repeat safe, model and mode may change with it. The old branch keeps all that followed.
    """
    identity = new_id or uuid7()
    old = message_for(user_id, session_id, message_id, write=True)
    if old.role != "human":
        raise Invalid.field("message_id", "only a person's message can be edited")
    if known := _known(session_id, identity, body):
        return known
    prepared = prepare(user_id, session_id, _with_pictures(old, body))

    def fork() -> Sent:
        with unit_of_work():
            return _fork(user_id, session_id, identity, old, body, prepared)

    return act_at_rest(lambda: anew(fork), user_id=user_id, session_id=session_id)


def _fork(
    user_id: int,
    session_id: UUID,
    identity: UUID,
    old: Message,
    body: MessageBody,
    prepared: Prepared,
) -> Sent:
    session = session_for(user_id, session_id, lock=True, write=True)
    if known := _known(session_id, identity, body):
        return known
    require_rest(session)
    file_attachments(session, prepared)
    apply_switch(session, checked_switch(user_id, session, body))
    branch = fork_branch(session, old.branch, fork_point(old), user_id=user_id)
    touch_session(session, "active_branch")
    message = append_message(
        branch,
        role="human",
        content=prepared.content,
        settled=True,
        message_id=identity,
        author_id=user_id,
        fingerprint=fingerprint(body),
    )
    tell_fork(branch)
    pause_queue(session, False)
    return Sent(message=message, run=create_run(branch))


def _known(session_id: UUID, identity: UUID, body: MessageBody) -> Sent | None:
    known = Message.objects.filter(id=identity).first()
    if known is None:
        if QueuedMessage.objects.filter(id=identity).exists():
            raise IdempotencyMismatch  # the id is promised to a message that waits
        return None
    if known.session_id != session_id or known.fingerprint != fingerprint(body):
        raise IdempotencyMismatch
    return Sent(message=known, run=run_of(known))


def _with_pictures(old: Message, body: MessageBody) -> MessageBody:
    blocks = old.content.get("content")
    if body.images or body.attachments or not isinstance(blocks, list):
        return body
    kept = [UUID(one["attachment_id"]) for one in blocks if one.get("type") == "image"]
    return MessageBody(text=body.text, attachments=kept, model=body.model, mode=body.mode)

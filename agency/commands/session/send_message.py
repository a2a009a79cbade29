"""A person says something in a session."""

from dataclasses import dataclass
from functools import partial
from uuid import UUID

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_first
from agency.commands._queue import MAX_QUEUE, STRATEGIES, name_after, place, queue_of
from agency.commands._rows import (
    Switch,
    active_branch,
    append_message,
    apply_switch,
    create_run,
    has_live_run,
    pause_queue,
)
from agency.commands.session._body import (
    MessageBody,
    Prepared,
    file_attachments,
    fingerprint,
    prepare,
)
from agency.commands.session._switch import checked_switch
from agency.commands.session.act_beside_run import Live, act_beside_run
from agency.errors import NotSettled, SessionBusy, SessionClosed
from agency.models import Message, QueuedMessage, Run, Session
from agency.queries.path import path_head
from framework.core.errors import Conflict, IdempotencyMismatch, Invalid
from framework.core.ids import uuid7
from framework.db.anew import anew
from framework.db.compiled import Compiled, Given
from framework.db.transaction import unit_of_work

_SAID = Compiled(lambda: Message.objects.select_related("session").filter(pk=Given("id")))
_WAITING = Compiled(lambda: QueuedMessage.objects.select_related("session").filter(pk=Given("id")))


class QueueFull(Conflict):
    """Too many messages wait already; withdraw one or let the agent catch up."""

    code = "queue_full"


@dataclass(frozen=True)
class Sent:
    """What became of the words: a message with its run, or a place in the queue."""

    message: Message | None = None
    run: Run | None = None
    queued: QueuedMessage | None = None


def send_message(
    *,
    user_id: int,
    session_id: UUID,
    body: MessageBody,
    message_id: UUID | None = None,
    when_busy: str = "queue",
) -> Sent:
    """Add the message and queue a run; while the agent is busy, do as `when_busy` says.

    `queue` keeps it, `steer` keeps it for the live run's next model call, `interrupt` stops that
    run and answers this first, `reject` raises SessionBusy. The client mints `message_id`; a
    repeat with the same body gets the first result, one with another body raises
    IdempotencyMismatch. Raises SessionClosed.
    """
    if when_busy not in (*STRATEGIES, "reject"):
        raise Invalid.field("when_busy", f"must be one of {', '.join((*STRATEGIES, 'reject'))}")
    identity = message_id or uuid7()
    # Looked for before pictures are stored; words alone are looked for under the lock only.
    if body.images and (known := _known(user_id, session_id, identity, body)):
        return known
    accept = partial(
        _accept, user_id, identity, body, prepare(user_id, session_id, body), when_busy
    )

    def send() -> Sent:
        if when_busy == "interrupt":
            return act_beside_run(act=accept, user_id=user_id, session_id=session_id)
        with unit_of_work():
            return accept(session_for(user_id, session_id, lock=True, write=True), None)

    return anew(send)


def _accept(
    user_id: int,
    identity: UUID,
    body: MessageBody,
    prepared: Prepared,
    when_busy: str,
    session: Session,
    live: Live | None,
) -> Sent:
    if known := _known(user_id, session.id, identity, body):
        return known
    if session.closed_at is not None:
        raise SessionClosed
    asked = checked_switch(user_id, session, body)
    file_attachments(session, prepared)
    if not has_live_run(session.id):
        apply_switch(session, asked)
        return _say(user_id, session, identity, prepared)
    if when_busy == "reject":
        raise SessionBusy
    queued = _enqueue(user_id, session, identity, prepared, asked, when_busy)
    return Sent(queued=queued) if live is None else _interrupted(queued, live)


def _interrupted(queued: QueuedMessage, live: Live) -> Sent:
    """Stop the live run; where that ends it at once the message is not queued any more."""
    if live.stop() and (message := Message.objects.filter(id=queued.id).first()):
        return Sent(message=message, run=run_of(message))
    return Sent(queued=queued)


def _known(user_id: int, session_id: UUID, identity: UUID, body: MessageBody) -> Sent | None:
    """What the first request with this id became; the same id elsewhere is a mismatch."""
    row = _SAID.first(id=identity) or _WAITING.first(id=identity)
    if row is None:
        return None
    session_for(user_id, session_id, write=True)
    if row.session_id != session_id or row.fingerprint != fingerprint(body):
        raise IdempotencyMismatch
    if isinstance(row, QueuedMessage):
        return Sent(queued=row)
    return Sent(message=row, run=run_of(row))


def run_of(message: Message) -> Run | None:
    """The run that answers a person's message, or that it steered."""
    if message.run_id is not None:
        return message.run
    rows = Run.objects.filter(session_id=message.session_id, branch_id=message.branch_id)
    return rows.filter(first_depth=message.depth + 1).order_by("created_at").first()


def _enqueue(
    user_id: int,
    session: Session,
    identity: UUID,
    prepared: Prepared,
    asked: Switch,
    strategy: str,
) -> QueuedMessage:
    """Keep the message; the model and mode that it asks for wait with it."""
    places = queue_of(session).values_list("position", flat=True)
    if len(places) >= MAX_QUEUE:
        raise QueueFull
    queued = QueuedMessage.objects.create(
        id=identity,
        session=session,
        position=max(places, default=0) + 1,
        author_id=user_id,
        body={"text": prepared.text, "content": prepared.content, **asked},
        fingerprint=prepared.fingerprint,
        strategy=strategy,
    )
    if strategy == "interrupt":
        place(queued)
    if strategy == "queue" and session.queue_paused:
        pause_queue(session, False)  # tells of the queue, too
    else:
        Monitor.queue_changed(session)
    return queued


def _say(user_id: int, session: Session, identity: UUID, prepared: Prepared) -> Sent:
    branch = active_branch(session)
    if branch is None:
        raise Conflict("The session has no branch.")
    head = path_head(branch.id)
    if head is not None and not head.settled:
        raise NotSettled
    message = append_message(
        branch,
        role="human",
        content=prepared.content,
        settled=True,
        message_id=identity,
        author_id=user_id,
        fingerprint=prepared.fingerprint,
        parent_id=None if head is None else head.id,
    )
    if head is None and branch.base_branch_id is None:
        count_first(session, prepared.text, prepared.content["content"], user_id=user_id)
    pause_queue(session, False)
    if not session.name:
        name_after(session, prepared.text)
    return Sent(message=message, run=create_run(branch))

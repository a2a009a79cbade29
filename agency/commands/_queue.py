"""The messages that wait in a session; each function needs its row's lock.

Who interrupts stands first and is taken whatever became of the run before; a message that steers
is taken by the live run at its next model call, and is an ordinary one when that run has gone.
"""

from uuid import UUID

from django.db.models import F, QuerySet

from agency.access import queued_for
from agency.channel.protocol import Monitor
from agency.commands._rows import (
    Switch,
    active_branch,
    append_message,
    apply_switch,
    create_run,
    pause_queue,
    touch_session,
)
from agency.commands.job.wanting import want_once
from agency.errors import QueuedMessageGone
from agency.models import Branch, Message, QueuedMessage, Run, Session
from agency.prompt.titles import fallback_title
from framework.core.errors import NotFound
from framework.core.ids import uuid7
from framework.db.clock import ClockNow
from framework.db.compiled import Compiled, Given
from framework.db.transaction import require_transaction

STRATEGIES = ("queue", "steer", "interrupt")
MAX_QUEUE = 100

_SAID = Compiled(lambda: Message.objects.filter(pk=Given("id")))
_NEXT = Compiled(lambda: _in_order(Given("session"))[:1])
_NEXT_URGENT = Compiled(lambda: _in_order(Given("session")).filter(strategy="interrupt")[:1])


def queue_of(session: Session) -> QuerySet[QueuedMessage, QueuedMessage]:
    """What waits, in its order."""
    return _in_order(session.id)


def _in_order(session_id: UUID | Given) -> QuerySet[QueuedMessage, QueuedMessage]:
    return QueuedMessage.objects.filter(session_id=session_id).order_by("position", "id")


def waiting_for(user_id: int, session: Session, queued_id: UUID) -> QueuedMessage:
    """The message that waits; raises QueuedMessageGone when the agent has it already."""
    try:
        return queued_for(user_id, session.id, queued_id)
    except NotFound as error:
        if session.messages.filter(id=queued_id).exists():
            raise QueuedMessageGone from error
        raise


def place(queued: QueuedMessage, position: int | None = None) -> None:
    """Put the message at a place (1 = next), by default last; who interrupts stays in front."""
    require_transaction()
    rows = list(queue_of(queued.session))
    others = [row for row in rows if row.id != queued.id]
    at = len(others) if position is None else min(position - 1, len(others))
    others.insert(at, queued)
    others.sort(key=lambda row: row.strategy != "interrupt")
    for number, row in enumerate(others, start=1):
        if row.position != number:
            row.position = number
            QueuedMessage.objects.filter(id=row.id).update(position=number)


def asked_for(queued: QueuedMessage) -> Switch:
    """The model and mode that wait with a message."""
    asked: Switch = {}
    if "model" in queued.body:
        asked["model"] = queued.body["model"]
    if "mode" in queued.body:
        asked["mode"] = queued.body["mode"]
    return asked


def hand_over(queued: QueuedMessage, branch: Branch, *, run: Run | None = None) -> None:
    """The waiting message becomes one of the branch, with the model and mode that it asks for.

    `run` is the live one that it steers. The caller tells of the queue.

    Note: an id that was given to two messages at once, in two sessions. The other one has it, and
    this one gets another, for what waits must not keep the session from going on.
    """
    require_transaction()
    append_message(
        branch,
        role="human",
        content=queued.body["content"],
        settled=True,
        message_id=uuid7() if _SAID.exists(id=queued.id) else queued.id,
        author_id=queued.author_id,
        fingerprint=queued.fingerprint,
        run=run,
    )
    QueuedMessage.objects.filter(id=queued.id).delete()
    apply_switch(branch.session, asked_for(queued))


def take_next_queued(session: Session) -> Run | None:
    """Turn the first waiting message into a message and a run, unless the queue is paused.

    Call it when the session has no live run; the caller holds the session's row lock.
    """
    require_transaction()
    queued = (_NEXT_URGENT if session.queue_paused else _NEXT).first(session=session.id)
    return None if queued is None else take_queued(session, queued)


def take_queued(session: Session, queued: QueuedMessage) -> Run | None:
    """Answer this waiting message now; None in a session that is closed or has no branch."""
    branch = active_branch(session)
    if session.closed_at is not None or branch is None:
        return None
    text = str(queued.body.get("text", ""))
    hand_over(queued, branch)
    Monitor.queue_changed(session)
    if not session.name:
        name_after(session, text)
    return create_run(branch)


def name_after(session: Session, text: str) -> None:
    """Call a session without a name by the words it begins with."""
    session.name = fallback_title(text)
    touch_session(session, "name")
    Monitor.name_updated(session)
    want_once(session, "title", session.id)


def hold_queue(session: Session) -> None:
    """The run was stopped or failed: nothing goes on by itself but who interrupted it.

    What meant to steer that run waits like any other.
    """
    require_transaction()
    held = QueuedMessage.objects.filter(session=session).exclude(strategy="interrupt")
    if not held.exists():
        return
    changed = _become_ordinary(held.filter(strategy="steer"))
    if changed and session.queue_paused:
        Monitor.queue_changed(session)
    pause_queue(session, True)


def recall_interrupts(session: Session) -> None:
    """A person stops the agent for good: who interrupted before that waits like any other."""
    require_transaction()
    waiting = QueuedMessage.objects.filter(session=session, strategy="interrupt")
    if _become_ordinary(waiting):
        Monitor.queue_changed(session)


def _become_ordinary(rows: QuerySet[QueuedMessage, QueuedMessage]) -> int:
    return rows.update(strategy="queue", version=F("version") + 1, updated_at=ClockNow())

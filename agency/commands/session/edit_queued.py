"""Change a waiting message, its place, or what it does to the run under way."""

from functools import partial
from uuid import UUID

from django.db.models import F
from langchain_core.messages import HumanMessage, message_to_dict

from agency.access import session_for
from agency.channel.protocol import Monitor
from agency.commands._queue import (
    MAX_QUEUE,
    STRATEGIES,
    place,
    queue_of,
    take_queued,
    waiting_for,
)
from agency.commands._rows import has_live_run
from agency.commands.session._body import MAX_TEXT
from agency.commands.session.act_beside_run import Live, act_beside_run
from agency.errors import SessionClosed
from agency.models import QueuedMessage, Session
from framework.core.errors import Invalid, Stale
from framework.core.text import strict_text
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work


def edit_queued(
    *,
    user_id: int,
    session_id: UUID,
    queued_id: UUID,
    version: int,
    text: str | None = None,
    position: int | None = None,
    strategy: str | None = None,
) -> QueuedMessage:
    """Set the words, the place (1 = next) or the strategy; the row as it then waited.

    `interrupt` stops the run under way; while nothing runs it and `steer` send the message at
    once, and leave the pause of the others. Raises Stale when `version` is not the row's,
    QueuedMessageGone when the agent has the message already.
    """
    if position is not None and position < 1:
        raise Invalid.field("position", "begins at 1")
    if strategy is not None and strategy not in STRATEGIES:
        raise Invalid.field("strategy", f"must be one of {', '.join(STRATEGIES)}")

    change = partial(_change, user_id, queued_id, version, text, position, strategy)
    if strategy == "interrupt":
        return act_beside_run(act=change, user_id=user_id, session_id=session_id)
    with unit_of_work():
        return change(session_for(user_id, session_id, lock=True, write=True), None)


def _change(
    user_id: int,
    queued_id: UUID,
    version: int,
    text: str | None,
    position: int | None,
    strategy: str | None,
    session: Session,
    live: Live | None,
) -> QueuedMessage:
    queued = waiting_for(user_id, session, queued_id)
    if queued.version != version:
        raise Stale
    queued.session = session
    _set(queued, text, position, strategy)
    Monitor.queue_changed(session)
    if strategy in ("steer", "interrupt") and not has_live_run(session.id):
        _send(session, queued)
    elif strategy == "interrupt" and live is not None:
        live.stop()
    return queued


def _set(
    queued: QueuedMessage, text: str | None, position: int | None, strategy: str | None
) -> None:
    if text is not None:
        queued.body = _with_text(queued.body, text)
    if strategy is not None and strategy != queued.strategy:
        queued.strategy = strategy
        if position is None:
            position = _place_of(queued)
    QueuedMessage.objects.filter(id=queued.id).update(
        body=queued.body,
        strategy=queued.strategy,
        version=F("version") + 1,
        updated_at=ClockNow(),
    )
    if position is not None:
        place(queued, position)
    queued.refresh_from_db(fields=("body", "position", "version", "updated_at"))


def _place_of(queued: QueuedMessage) -> int:
    """Where it stays, as far as who interrupts lets it; who interrupts now comes after those."""
    if queued.strategy == "interrupt":
        return MAX_QUEUE
    ids = list(queue_of(queued.session).values_list("id", flat=True))
    return ids.index(queued.id) + 1


def _send(session: Session, queued: QueuedMessage) -> None:
    if session.closed_at is not None:
        raise SessionClosed
    take_queued(session, queued)


def _with_text(body: dict[str, object], text: str) -> dict[str, object]:
    clean = strict_text(text, field="text", max_len=MAX_TEXT)
    content = body["content"]
    blocks = content["content"] if isinstance(content, dict) else ""
    if isinstance(blocks, list):
        pictures = [one for one in blocks if one.get("type") != "text"]
        new = HumanMessage(content=[*pictures, {"type": "text", "text": clean}])
    else:
        new = HumanMessage(content=clean)
    return body | {"text": clean, "content": message_to_dict(new)["data"]}

"""Change a waiting message, or its place."""

from uuid import UUID

from django.db.models import F
from langchain_core.messages import HumanMessage, message_to_dict

from agency.access import queued_for, session_for
from agency.channel.protocol import Monitor
from agency.commands.session._body import MAX_TEXT
from agency.models import QueuedMessage
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
) -> QueuedMessage:
    """Set the words or the place (1 = next); raises Stale when `version` is not the row's."""
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        queued = queued_for(user_id, session_id, queued_id)
        if queued.version != version:
            raise Stale
        if text is not None:
            queued.body = _with_text(queued.body, text)
            queued.save(update_fields=["body"])
        if position is not None:
            _move(queued, position)
        QueuedMessage.objects.filter(id=queued.id).update(
            version=F("version") + 1, updated_at=ClockNow()
        )
        queued.refresh_from_db()
        Monitor.queue_changed(session)
        return queued


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


def _move(queued: QueuedMessage, position: int) -> None:
    if position < 1:
        raise Invalid.field("position", "begins at 1")
    rows = QueuedMessage.objects.filter(session_id=queued.session_id).order_by("position", "id")
    others = [row for row in rows if row.id != queued.id]
    others.insert(min(position, len(others) + 1) - 1, queued)
    for place, row in enumerate(others, start=1):
        if row.position != place:
            QueuedMessage.objects.filter(id=row.id).update(position=place)

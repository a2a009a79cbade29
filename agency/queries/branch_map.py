"""The branches of a session with what each begins and ends with, for drawing them as a tree."""

from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery

from agency.models import Branch, Message
from agency.queries.last_words import text_of
from agency.queries.records import Record, branch_record, stamp

EXCERPT = 200


def branch_map(session_id: UUID) -> list[Record]:
    """Hidden ones too, oldest first; two queries, however long the branches are."""
    own = Message.objects.filter(branch_id=OuterRef("pk"))
    rows = list(
        Branch.objects.filter(session_id=session_id)
        .annotate(
            first_id=Subquery(own.order_by("depth").values("id")[:1]),
            head_id=Subquery(own.order_by("-depth").values("id")[:1]),
        )
        .order_by("created_at", "id")
    )
    ends = {one for row in rows for one in (row.first_id, row.head_id) if one is not None}
    messages = Message.objects.in_bulk(list(ends))
    return [
        branch_record(row)
        | {
            "first": _excerpt(messages.get(row.first_id)),
            "head": _excerpt(messages.get(row.head_id)),
        }
        for row in rows
    ]


def _excerpt(message: Message | None) -> Record | None:
    """The beginning of a message; tools' results have no words of their own."""
    if message is None:
        return None
    content: Any = message.content.get("content")
    return {
        "id": str(message.id),
        "role": message.role,
        "depth": message.depth,
        "text": "" if message.role == "tool" else text_of(content)[:EXCERPT],
        "ts": stamp(message.created_at),
    }

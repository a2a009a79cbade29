"""Write sessions out as Markdown: what the active path says, for people to read."""

from collections.abc import Iterator
from typing import TextIO
from uuid import UUID

from agency.models import Message, Session, ToolCall
from agency.portable.markdown import call_text, front_matter, message_text, transcript
from agency.queries.path import LINEAGE
from agency.queries.records import stamp
from agency.queries.session_export import exported
from framework.db.snapshot import read_snapshot

CHUNK = 200
_STRETCH = (
    LINEAGE
    + """
SELECT m.* FROM lineage l JOIN agency_message m
  ON m.branch_id = l.id AND m.depth <= l.upto AND m.depth > COALESCE(l.fork_depth, 0)
WHERE m.depth > %s AND m.depth <= %s ORDER BY m.depth
"""
)


def export_markdown(out: TextIO, user_id: int, session_id: UUID | None = None) -> None:
    """The session, else all of the person's; those that one began follow it."""
    with read_snapshot():
        for session, _root in exported(user_id, session_id):
            out.write(transcript([front_matter(_facts(session))]))
            if session.active_branch_id is not None:
                for text in _said(session, session.active_branch_id):
                    out.write(transcript([text]))


def _facts(session: Session) -> dict[str, str | None]:
    return {
        "name": session.name,
        "agent": session.agent.name if session.agent else None,
        "status": session.status,
        "created_at": stamp(session.created_at),
        "updated_at": stamp(session.updated_at),
        "session_id": str(session.id),
    }


def _said(session: Session, branch_id: UUID) -> Iterator[str]:
    agent = session.agent.name if session.agent else ""
    at = 0
    while rows := list(Message.objects.raw(_STRETCH, [branch_id, at, at + CHUNK])):
        calls: dict[UUID, list[str]] = {}
        found = ToolCall.objects.filter(message_id__in=[row.id for row in rows])
        for call in found.order_by("message_id", "idx"):
            calls.setdefault(call.message_id, []).append(call_text(vars(call)))
        for row in rows:
            if row.role != "tool":
                yield from _turn(row, agent, calls.get(row.id, []))
        at += CHUNK


def _turn(row: Message, agent: str, calls: list[str]) -> Iterator[str]:
    name = agent if row.role == "ai" else ""
    content = row.content.get("content", "")
    if text := message_text(row.role, content, name=name, at=stamp(row.created_at) or ""):
        yield text
    yield from calls

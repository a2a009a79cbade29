"""How full a path is, and what stands for its older part."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from agency.models import Branch, Compaction, Message, Session
from agency.queries.path import LINEAGE
from agency.queries.records import Record, stamp, text_id

NEWEST = 20

# A summary holds where its branch is in the lineage and what it summarises is all shown.
_ON_PATH = """
  FROM lineage l JOIN agency_compaction c ON c.branch_id = l.id AND c.depth <= l.upto
"""
_FLOOR = LINEAGE + (
    f", summed (depth) AS (SELECT COALESCE(MAX(c.depth), 0) {_ON_PATH} WHERE c.state = 'done')"
)
_SINCE = """
  FROM lineage l JOIN agency_message m ON m.branch_id = l.id AND m.depth <= l.upto
   AND m.depth > GREATEST(COALESCE(l.fork_depth, 0), (SELECT depth FROM summed))
ORDER BY m.depth
"""
_MESSAGES = f"{_FLOOR} SELECT m.* {_SINCE}"
_PLACES = f"{_FLOOR} SELECT m.id, m.depth {_SINCE}"
# A path only grows: where it is known to a depth, its floor and what came later are all.
_LATER = f"""{_FLOOR}
SELECT s.depth, m.id, m.role, m.content
  FROM summed s LEFT JOIN (lineage l JOIN agency_message m
    ON m.branch_id = l.id AND m.depth <= l.upto
   AND m.depth > GREATEST(COALESCE(l.fork_depth, 0), %s)) ON TRUE
ORDER BY m.depth
"""
_ALL = f"{LINEAGE} SELECT c.* {_ON_PATH} ORDER BY c.id DESC LIMIT {NEWEST}"
_DONE = f"{LINEAGE} SELECT c.* {_ON_PATH} WHERE c.state = 'done'"
_IN_FORCE = f"{_DONE} ORDER BY c.depth DESC, c.id DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class Place:
    """A message by its id, and where on the path it is."""

    id: UUID
    depth: int


def messages_since_summary(branch_id: UUID) -> list[Message]:
    """The path after what the newest summary on it stands for, oldest first; one statement."""
    return list(Message.objects.raw(_MESSAGES, [branch_id]))


def places_since_summary(branch_id: UUID) -> list[Place]:
    """The same without the messages themselves."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACES, [branch_id])
        return [Place(*row) for row in cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class Said:
    """What a message says, and its id."""

    id: UUID
    role: str
    content: Any


def messages_later(branch_id: UUID, depth: int) -> tuple[int, list[Said]]:
    """The depth that the newest summary stands for, and the path after `depth`; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_LATER, [branch_id, depth])
        rows = cursor.fetchall()
    said = [row[1:] for row in rows if row[1] is not None]
    return rows[0][0], [Said(one, role, json.loads(content)) for one, role, content in said]


def summary_in_force(branch_id: UUID) -> Compaction | None:
    """The summary that a model is sent in place of the older part of the path."""
    rows: list[Any] = list(Compaction.objects.raw(_IN_FORCE, [branch_id]))
    return rows[0] if rows else None


def meter_of(branch: Branch | None) -> Record:
    """Tokens after the last answer or summary, window and threshold; null where unknown."""
    known = (branch.context if branch is not None else None) or {}
    return {name: known.get(name) for name in ("tokens", "window", "threshold")}


def context_record(session: Session) -> Record:
    """The meter of the shown path, the summary in force on it, and the newest try of one."""
    if session.active_branch_id is None:
        return context_of(None)
    return context_of(Branch.objects.filter(pk=session.active_branch_id).first())


def context_of(branch: Branch | None) -> Record:
    """The same for a branch that is at hand; one query."""
    rows: list[Compaction] = []
    if branch is not None:
        rows = list(Compaction.objects.raw(_ALL, [branch.id]))
    done = max((row for row in rows if row.state == "done"), key=_rank, default=None)
    return meter_of(branch) | {
        "compaction": done and compaction_record(done),
        "latest": compaction_record(rows[0]) if rows else None,
    }


def _rank(row: Compaction) -> tuple[int, UUID]:
    return row.depth, row.id


def compaction_record(row: Compaction) -> Record:
    """A summary, or the try of one."""
    return {
        "id": str(row.id),
        "session_id": str(row.session_id),
        "branch_id": str(row.branch_id),
        "run_id": text_id(row.run_id),
        "depth": row.depth,
        "reason": row.reason,
        "state": row.state,
        "summary": row.summary,
        "tokens_before": row.tokens_before,
        "tokens_after": row.tokens_after,
        "created_at": stamp(row.created_at),
        "ended_at": stamp(row.ended_at),
        "error": row.error,
    }

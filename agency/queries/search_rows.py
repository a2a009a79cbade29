"""The rows that a search finds, newest first, of those that the caller may see.

Note: why this is fast whatever is asked. The index knows texts by segments of bounded size, each
with numbers of its own, and a person's searches look only into the segments of what is theirs or
shared with them. They are taken from the newest on, until enough is found: a common word costs
one segment, and a rare one a few steps down the index for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from agency.models.session import UNLISTED_KINDS
from agency.search.keys import KEY_BITS, SEGMENTS
from agency.search.query import Query

Place = tuple[datetime, UUID]


@dataclass(frozen=True, slots=True)
class Hit:
    """A text that was found; `subject` is its message's id, or its session's when it is a name."""

    at: datetime
    subject: UUID
    session_id: UUID
    message_id: UUID | None
    start: int
    text: str

    @property
    def place(self) -> Place:
        """Where it stands in the order."""
        return self.at, self.subject


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look. Without a `user_id` everything is seen: for staff only."""

    user_id: int | None
    session_id: UUID | None = None
    workspace_id: UUID | None = None
    children: bool = False


_SEGMENTS = """
SELECT id, last_at FROM agency_searchsegment
WHERE lane = ANY(%(lanes)s::text[]) AND (%(user)s::bigint IS NULL OR domain IN (
    SELECT 'u' || %(user)s::text
  UNION
    SELECT 'w' || replace(workspace_id::text, '-', '') FROM agency_membership
    WHERE user_id = %(user)s::bigint
  UNION
    SELECT DISTINCT 'w' || replace(workspace_id::text, '-', '') FROM agency_session
    WHERE owner_id = %(user)s::bigint AND visibility = 'workspace'
)) AND (%(at)s::timestamptz IS NULL OR first_at <= %(at)s::timestamptz)
ORDER BY last_at DESC, id DESC
"""

# A message of a hidden branch is seen as long as a branch that is not hidden shows it.
_SEEN = """
t.session_id = s.id AND (%(every_kind)s::boolean OR NOT s.kind = ANY(%(children)s::text[]))
AND (%(workspace)s::uuid IS NULL OR s.workspace_id = %(workspace)s::uuid)
AND (%(user)s::bigint IS NULL OR s.owner_id = %(user)s::bigint OR (
    s.visibility = 'workspace' AND s.workspace_id IN (
        SELECT workspace_id FROM agency_membership WHERE user_id = %(user)s::bigint)))
AND (t.message_id IS NULL OR EXISTS (
    SELECT FROM agency_message m JOIN agency_branch b ON b.id = m.branch_id
    WHERE m.id = t.message_id AND (NOT b.hidden OR EXISTS (
        WITH RECURSIVE heirs (id, hidden) AS (
            SELECT f.id, f.hidden FROM agency_branch f
            WHERE f.base_branch_id = b.id AND f.fork_depth >= m.depth
          UNION ALL
            SELECT f.id, f.hidden FROM agency_branch f JOIN heirs h ON f.base_branch_id = h.id
            WHERE f.fork_depth >= m.depth
        ) SELECT FROM heirs WHERE NOT hidden))))
"""
_HAS_TERMS = "(SELECT bool_and(strpos(t.text, q) > 0) FROM unnest(%(terms)s::text[]) q)"
_BEFORE = """(%(at)s::timestamptz IS NULL
    OR (c.at, c.subject) < (%(at)s::timestamptz, %(subject)s::uuid))"""

# The order is made of places alone; a text is looked at when its turn comes, and no further ones
# once there are enough.
_IN_SEGMENTS = f"""
SELECT x.* FROM unnest(%(segments)s::int[]) AS g (id)
CROSS JOIN LATERAL (
    SELECT array_agg(((g.id %% {SEGMENTS}) << {KEY_BITS}) | k) AS keys
    FROM unnest(%(keys)s::int[]) k
) n
CROSS JOIN LATERAL (
    SELECT v.* FROM (
        SELECT c.id FROM agency_searchtext c
        WHERE c.keys @> n.keys AND c.segment_id = g.id AND {_BEFORE}
        ORDER BY c.at DESC, c.subject DESC, c.id OFFSET 0
    ) f CROSS JOIN LATERAL (
        SELECT t.at, t.subject, t.session_id, t.message_id, t.start, t.text
        FROM agency_searchtext t, agency_session s
        WHERE t.id = f.id AND {_SEEN} AND {_HAS_TERMS} OFFSET 0
    ) v LIMIT %(count)s
) x
"""
_IN_SESSION = f"""
SELECT t.at, t.subject, t.session_id, t.message_id, t.start, t.text
FROM agency_searchtext t, agency_session s
WHERE t.session_id = %(session)s::uuid
  AND (t.message_id IS NULL) = ('name' = ANY(%(lanes)s::text[]))
  AND {_BEFORE.replace("c.", "t.")} AND {_SEEN} AND {_HAS_TERMS}
ORDER BY t.at DESC, t.subject DESC LIMIT %(count)s
"""
NAMES = ("name",)
TEXTS = ("fresh", "late")


def newest_hits(
    query: Query, scope: Scope, lanes: Sequence[str], *, below: Place | None, count: int
) -> list[Hit]:
    """The newest `count` texts with all terms, older than the place `below`.

    One or two letters may be found within a word where numbers collide: look again.
    """
    if not query.terms:
        return []
    facts = _facts(query, scope, lanes, below, count)
    if scope.session_id is not None:
        return _hits(_IN_SESSION, facts)
    found: list[Hit] = []
    segments = [(row[0], row[1]) for row in _rows(_SEGMENTS, facts)]
    size = 1
    while segments:
        if len(found) >= count and segments[0][1] < found[count - 1].at:
            break
        facts["segments"] = [segment_id for segment_id, _ in segments[:size]]
        segments, size = segments[size:], size * 2
        found += _hits(_IN_SEGMENTS, facts)
        found.sort(key=lambda hit: (hit.at, hit.subject), reverse=True)
        del found[count:]
    return found


def _facts(
    query: Query, scope: Scope, lanes: Sequence[str], below: Place | None, count: int
) -> dict[str, Any]:
    at, subject = below or (None, None)
    return {
        "user": scope.user_id,
        "session": scope.session_id,
        "workspace": scope.workspace_id,
        "every_kind": scope.children or scope.session_id is not None,
        "children": list(UNLISTED_KINDS),
        "lanes": list(lanes),
        "terms": list(query.terms),
        "keys": sorted(query.keys),
        "at": at,
        "subject": subject,
        "count": count,
    }


def _rows(sql: str, facts: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, facts)
        return cursor.fetchall()


def _hits(sql: str, facts: dict[str, Any]) -> list[Hit]:
    return [Hit(*row) for row in _rows(sql, facts)]


_SESSIONS = f"""
SELECT y.session_id, count(*) FROM (
    SELECT v.session_id FROM unnest(%(segments)s::int[]) AS g (id)
    CROSS JOIN LATERAL (
        SELECT array_agg(((g.id %% {SEGMENTS}) << {KEY_BITS}) | k) AS keys
        FROM unnest(%(keys)s::int[]) k
    ) n
    JOIN LATERAL (
        SELECT t.session_id FROM agency_searchtext t, agency_session s
        WHERE t.keys @> n.keys AND t.segment_id = g.id AND {_HAS_TERMS} AND {_SEEN}
    ) v ON true LIMIT %(count)s
) y GROUP BY y.session_id
"""
MOST_COUNTED = 1_000


def sessions_with(query: Query, scope: Scope) -> tuple[list[UUID], bool]:
    """The sessions that have all terms in one text, and whether these are all of them.

    They are not when 1,000 texts or more have them.
    """
    if not query.terms:
        return [], True
    facts = _facts(query, scope, (*NAMES, *TEXTS), None, MOST_COUNTED)
    facts["segments"] = [row[0] for row in _rows(_SEGMENTS, facts)]
    found = _rows(_SESSIONS, facts)
    return [row[0] for row in found], sum(row[1] for row in found) < MOST_COUNTED

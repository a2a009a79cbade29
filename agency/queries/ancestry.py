"""Which sessions stand above one, and which below: each a single recursive statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from agency.models import Session

_UP = """
WITH RECURSIVE up (id, parent_id, parent_call_id, hops) AS (
    SELECT id, parent_id, parent_call_id, 0 FROM agency_session WHERE id = %s
  UNION ALL
    SELECT s.id, s.parent_id, s.parent_call_id, up.hops + 1
    FROM agency_session s JOIN up ON s.id = up.parent_id
)
SELECT up.parent_id, c.run_id FROM up LEFT JOIN agency_toolcall c ON c.id = up.parent_call_id
WHERE up.parent_id IS NOT NULL ORDER BY up.hops
"""
_DOWN = """
WITH RECURSIVE down (top, id, hops) AS (
    SELECT id, id, 0 FROM agency_session WHERE id = ANY(%s)
  UNION ALL
    SELECT down.top, s.id, down.hops + 1
    FROM agency_session s JOIN down ON s.parent_id = down.id
)
SELECT top, id FROM down ORDER BY hops, id
"""


@dataclass(frozen=True, slots=True)
class Ancestry:
    """What a session was begun by, nearest first: sessions, and the runs whose calls did it."""

    sessions: tuple[UUID, ...] = ()
    runs: tuple[UUID, ...] = ()


def ancestry(session: Session) -> Ancestry:
    """Everything above the session; no statement for one that nobody began."""
    if session.parent_id is None:
        return Ancestry()
    with connection.cursor() as cursor:
        cursor.execute(_UP, [session.id])
        rows = cursor.fetchall()
    return Ancestry(
        sessions=tuple(row[0] for row in rows),
        runs=tuple(row[1] for row in rows if row[1] is not None),
    )


def trees(session_ids: Iterable[UUID]) -> list[tuple[UUID, UUID]]:
    """Each of the sessions with everything below it and itself, as pairs, nearest first."""
    with connection.cursor() as cursor:
        cursor.execute(_DOWN, [list(session_ids)])
        return [(row[0], row[1]) for row in cursor.fetchall()]


def tree(session_id: UUID) -> list[UUID]:
    """The session and everything below it, nearest first."""
    return [found for _, found in trees([session_id])]

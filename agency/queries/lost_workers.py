"""Workers that stopped giving signs of life."""

from uuid import UUID

from django.db import connection

# The lock is the quick sign: it is gone the moment the process or its connection is. The lease
# is the sure one: a frozen process keeps its connection.
_LOST = """
SELECT w.id FROM agency_worker w
WHERE w.state <> 'dead' AND (
    w.expires_at < clock_timestamp()
    OR NOT EXISTS (
        SELECT 1 FROM pg_locks l
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND l.classid::bigint = w.lock_key >> 32
          AND l.objid::bigint = w.lock_key & 4294967295
    )
)
"""


def lost_workers() -> list[UUID]:
    """Those whose lease has run out or whose lock is free."""
    with connection.cursor() as cursor:
        cursor.execute(_LOST)
        return [row[0] for row in cursor.fetchall()]

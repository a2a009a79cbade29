"""What a provider was asked lately, what it is asked now, and who waits for it: from the rows.

Note: nothing else is counted anywhere, so nothing has to be rebuilt when a process or the broker
goes. A request that a dead worker left open is one until its run is reclaimed, which cuts it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from agency.models import Provider, Run

_CALLS = """
SELECT user_id, floor(EXTRACT(epoch FROM %(now)s - created_at))::int AS age, count(*),
    sum(CASE WHEN state = 'started' THEN charge
        ELSE COALESCE(input_tokens + cache_write_tokens + output_tokens, charge) END),
    count(*) FILTER (WHERE state = 'started'), EXTRACT(epoch FROM max(created_at))::float8,
    count(*) FILTER (WHERE state = 'started' AND created_at >= %(since)s)
FROM agency_modelcall
WHERE provider_id = %(provider)s
  AND (state = 'started' OR created_at > %(now)s - make_interval(secs => %(window)s))
GROUP BY user_id, age
"""

_WAITERS = """
SELECT r.id, r.session_id, s.owner_id, EXTRACT(epoch FROM r.waits_since)::float8,
    COALESCE(r.waits_charge, 0), r.status = 'queued', COALESCE(r.granted_until > %(now)s, false)
FROM agency_run r JOIN agency_session s ON s.id = r.session_id
WHERE r.waits_for = %(provider)s AND r.status IN ('queued', 'running')
ORDER BY r.waits_since LIMIT 2000
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """Requests of one person that were begun within one second."""

    user: int | None
    age: int
    requests: int
    tokens: int
    open: int
    last: float
    open_since: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that the provider had no room for; `granted` while some is kept for it."""

    run: UUID
    session: UUID
    user: int | None
    since: float
    charge: int
    queued: bool
    granted: bool


@dataclass(frozen=True, slots=True)
class Load:
    """What a provider has to do, at a moment of the database's clock."""

    asked: Sequence[Asked]
    waiting: Sequence[Waiting]


def load_of(provider: Provider, now: datetime, window: float) -> Load:
    """The load within the `window` seconds before now, and whatever is older and still open."""
    given: dict[str, Any] = {
        "provider": provider.pk, "now": now, "window": window, "since": provider.broken_until,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_CALLS, given)
        asked = [Asked(*row[:7]) for row in cursor.fetchall()]
        cursor.execute(_WAITERS, given)
        waiting = [Waiting(*row) for row in cursor.fetchall()]
    return Load(asked, waiting)


def waiting_sessions(provider_id: UUID) -> list[UUID]:
    """The sessions of the runs that wait for a provider."""
    rows = Run.objects.filter(waits_for=provider_id, status="queued")
    return list(rows.values_list("session_id", flat=True))


def awaited_providers() -> list[UUID]:
    """The providers that some queued run waits for."""
    rows = Run.objects.filter(waits_for__isnull=False, status="queued")
    return [one for one in rows.values_list("waits_for", flat=True).distinct() if one is not None]

"""Forget what has served: old coarse events, answers to repeats, workers long gone."""

from datetime import timedelta

from django.conf import settings
from django.db import connection

from agency.models import AnalyticsEvent, Idempotency, Run, TaskRecord, WelcomeLink, Worker
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work

BATCH = 5_000
KEEP_EVENTS = "30 days"
KEEP_WORKERS = timedelta(days=1)
KEEP_TASKS = timedelta(days=30)
KEEP_LINKS = timedelta(days=1)
KEEP_CAPS = "1 day"

# Session and conversation streams live as long as their subject; these two kinds do not. The
# stream remembers where it now begins, so that an older cursor is refused and not misled.
_OLD_EVENTS = """
WITH gone AS (
    DELETE FROM events_event WHERE id IN (
        SELECT e.id FROM events_event e JOIN events_stream s ON s.id = e.stream_id
        WHERE s.kind IN ('user', 'workspace') AND e.at < clock_timestamp() - %s::interval
        ORDER BY e.at LIMIT %s
    ) RETURNING stream_id, seq
)
UPDATE events_stream s SET first_kept = GREATEST(s.first_kept, g.last + 1)
FROM (SELECT stream_id, max(seq) AS last FROM gone GROUP BY stream_id ORDER BY stream_id) g
WHERE s.id = g.stream_id
"""

# A run's cap has served once it has ended; one of a session or an agent, once that is deleted.
_IDLE_CAPS = """
DELETE FROM agency_budget WHERE id IN (
    SELECT b.id FROM agency_budget b
    LEFT JOIN agency_run r ON b.scope = 'run' AND r.id::text = b.subject
    LEFT JOIN agency_session s ON b.scope = 'session' AND s.id::text = b.subject
    LEFT JOIN agency_agent a ON b.scope = 'agent' AND a.id::text = b.subject
    WHERE b.updated_at < clock_timestamp() - %s::interval
      AND NOT EXISTS (SELECT FROM agency_reservation v WHERE v.budget_id = b.id)
      AND (b.scope = 'run' AND (r.id IS NULL OR r.status IN ('done', 'failed', 'stopped'))
        OR b.scope = 'session' AND s.id IS NULL
        OR b.scope = 'agent' AND a.id IS NULL)
    LIMIT %s
)
"""


def prune() -> None:
    """Delete a batch of each kind of what is past its time; call it now and then."""
    with unit_of_work(), connection.cursor() as cursor:
        cursor.execute(_OLD_EVENTS, [KEEP_EVENTS, BATCH])
    with unit_of_work():
        Idempotency.objects.filter(expires_at__lt=ClockNow()).delete()
        WelcomeLink.objects.filter(expires_at__lt=ClockNow() - KEEP_LINKS).delete()
        _prune_counts()
        TaskRecord.objects.filter(ended_at__lt=ClockNow() - KEEP_TASKS).delete()
        gone = Worker.objects.filter(state="dead", expires_at__lt=ClockNow() - KEEP_WORKERS)
        gone.exclude(id__in=Run.objects.filter(owner__isnull=False).values("owner_id")).delete()


def _prune_counts() -> None:
    """Counted events past their time, and caps of what is gone or has long ended."""
    oldest = ClockNow() - timedelta(days=settings.AGENCY_ANALYTICS_DAYS)
    old = AnalyticsEvent.objects.filter(at__lt=oldest).order_by("at").values("id")[:BATCH]
    AnalyticsEvent.objects.filter(id__in=list(old.values_list("id", flat=True))).delete()
    with connection.cursor() as cursor:
        cursor.execute(_IDLE_CAPS, [KEEP_CAPS, BATCH])

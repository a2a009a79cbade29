"""Runs that somebody has to do something about, found by the sweep and by their own worker."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from django.db import connection
from django.db.models import F, Q, QuerySet

from agency.models import Interruption, Provider, Run, ToolCall
from agency.models.run import LIVE_STATUSES
from agency.models.tool_call import ENDED_STATES
from agency.queries.lost_workers import lost_workers
from agency.queries.waiting_limits import moot_limits
from framework.db.clock import ClockNow

SWEEP_LOCK = 7_205_759_403
FORGOTTEN = timedelta(seconds=3)
FORCE_AFTER = timedelta(seconds=2)
PAGE = 100
AT_REST = ("completed", "failed", "stopped")


@dataclass(frozen=True, slots=True)
class Duties:
    """What is due at this moment, by kind; each row is looked at again under its own lock."""

    lost_workers: Sequence[UUID] = field(default=())
    lost_runs: Sequence[tuple[UUID, UUID]] = field(default=())
    waiting_runs: Sequence[UUID] = field(default=())
    overdue_questions: Sequence[UUID] = field(default=())
    unstopped_runs: Sequence[UUID] = field(default=())
    delivered_calls: Sequence[UUID] = field(default=())
    orphan_runs: Sequence[UUID] = field(default=())
    moot_limits: Sequence[UUID] = field(default=())


def take_sweep_lock() -> bool:
    """Whether this transaction is the one that looks now; the lock goes with the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [SWEEP_LOCK])
        row = cursor.fetchone()
    return bool(row and row[0])


def duties() -> Duties:
    """Everything that is due; a handful of indexed queries."""
    running = Run.objects.filter(status="running")
    lost = running.filter(owner__state="dead")
    overdue = Interruption.objects.filter(status="pending", deadline__lt=ClockNow())
    return Duties(
        lost_workers=lost_workers(),
        lost_runs=list(lost.values_list("id", "owner_id")[:PAGE]),
        waiting_runs=_waiting(),
        overdue_questions=list(overdue.order_by("deadline").values_list("id", flat=True)[:PAGE]),
        unstopped_runs=unstopped_runs(),
        delivered_calls=_delivered(),
        orphan_runs=list(orphans().values_list("id", flat=True)[:PAGE]),
        moot_limits=moot_limits(),
    )


def unstopped_runs() -> list[UUID]:
    """Runs whose worker was asked to stop them and has not done so in time."""
    rows = Run.objects.filter(status="running", stop_requested_at__lt=ClockNow() - FORCE_AFTER)
    return list(rows.values_list("id", flat=True)[:PAGE])


def _waiting() -> list[UUID]:
    """Queued runs whose time has come and whose hint seems lost, oldest first.

    Not those in a provider's queue: they come when they are let in.
    """
    forgotten = Q(not_before=None, queued_at__lt=ClockNow() - FORGOTTEN)
    due = Q(not_before__lte=ClockNow())
    free = Q(waits_for=None) | Q(granted_until__gt=ClockNow())
    rows = Run.objects.filter(free, forgotten | due, status="queued")
    order = (F("not_before").asc(nulls_first=True), "queued_at")
    return list(rows.order_by(*order).values_list("id", flat=True)[:PAGE])


def _delivered() -> list[UUID]:
    """Calls that wait for a child which has come to rest or is gone."""
    rows = ToolCall.objects.filter(Q(child=None) | Q(child__status__in=AT_REST), state="waiting")
    return list(rows.values_list("id", flat=True)[:PAGE])


def orphans() -> QuerySet[Run, Run]:
    """Live runs of children whose call is over, or whose parent is being stopped.

    What began after the call was over is somebody's own: people may go on with a child.
    """
    over = Q(
        session__parent_call__state__in=ENDED_STATES,
        created_at__lt=F("session__parent_call__ended_at"),
    )
    stopping = Q(
        session__parent_call__state="waiting",
        session__parent_call__run__stop_requested_at__isnull=False,
    )
    return Run.objects.filter(over | stopping, status__in=LIVE_STATUSES, stop_requested_at=None)


def runs_of_children(run_id: UUID) -> list[UUID]:
    """The live runs of the sessions that a run's calls began."""
    rows = Run.objects.filter(session__parent_call__run_id=run_id, status__in=LIVE_STATUSES)
    return list(rows.order_by("id").values_list("id", flat=True))


def live_runs_of(session_ids: Iterable[UUID]) -> list[UUID]:
    """The live runs of several sessions."""
    rows = Run.objects.filter(session_id__in=list(session_ids), status__in=LIVE_STATUSES)
    return list(rows.order_by("id").values_list("id", flat=True))


def provider_kinds() -> list[str]:
    """The kinds of provider that are set up, which a worker will be asked to call."""
    kinds = Provider.objects.filter(enabled=True).order_by("kind").values_list("kind", flat=True)
    return list(kinds.distinct())


def runs_of_worker(worker_id: UUID) -> dict[UUID, bool]:
    """The runs that a worker owns, each with whether it has been asked to stop."""
    rows = Run.objects.filter(status="running", owner_id=worker_id)
    return {row.id: row.stop_requested_at is not None for row in rows.only("stop_requested_at")}

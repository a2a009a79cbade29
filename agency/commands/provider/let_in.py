"""Room at a provider goes to whoever's turn it is."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from agency.commands._rows import RUN_JOB
from agency.commands.provider.schedule import Turns, Waiter, in_order, turns
from agency.commands.provider.standing import Held, held
from agency.models import Provider, Run
from agency.queries.provider_load import waiting_sessions
from framework.bus.groups import session_group, stream_group
from framework.bus.presence import groups_heard
from framework.bus.publish import publish_job
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work

GRANT = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run that somebody looks at stands in the queue."""

    run: UUID
    place: int


@dataclass(frozen=True, slots=True)
class LetIn:
    """How many were let in, the seconds until the next look is worth it, and who is looked at."""

    chosen: int
    seconds: float | None
    places: tuple[Place, ...] = ()


def let_in(*, provider_id: UUID) -> LetIn:
    """Keep room for the runs whose turn it is, and hint workers to take them. Repeating is fine.

    A run that does not come for its room loses it after ten seconds.
    """
    watched = _watched(waiting_sessions(provider_id))
    with unit_of_work():
        at = held(provider_id)
        if at is None:
            return LetIn(_release_all(provider_id), None)
        waiters = at.waiters(watched)
        if not waiters:
            return LetIn(0, None)
        found = turns(at.standing, waiters)
        _keep_room(at, found)
    return LetIn(len(found.chosen), found.seconds or None, _places(at, found))


def _watched(sessions: list[UUID]) -> set[UUID]:
    groups = {group: one for one in sessions for group in (session_group(one), stream_group(one))}
    return {groups[group] for group in groups_heard(list(groups))}


def _keep_room(at: Held, found: Turns) -> None:
    if found.watched_in_row != at.provider.watched_in_row:
        Provider.objects.filter(pk=at.provider.pk).update(watched_in_row=found.watched_in_row)
    _grant([one.run for one in found.chosen])


def _grant(run_ids: list[UUID]) -> int:
    """Not those that somebody is writing: a run is locked before its provider elsewhere."""
    if not run_ids:
        return 0
    free = Run.objects.select_for_update(no_key=True, skip_locked=True)
    rows = list(free.filter(id__in=run_ids, status="queued").values_list("id", flat=True))
    Run.objects.filter(id__in=rows).update(
        granted_until=ClockNow() + GRANT, not_before=None, queued_at=ClockNow()
    )
    for run_id in (one for one in run_ids if one in set(rows)):
        publish_job(RUN_JOB, run_id)
    return len(rows)


def _release_all(provider_id: UUID) -> int:
    """Nobody waits for a provider that is gone."""
    rows = Run.objects.filter(waits_for=provider_id, status="queued")
    return _grant(list(rows.values_list("id", flat=True)))


def _places(at: Held, found: Turns) -> tuple[Place, ...]:
    left: list[Waiter] = list(found.waiting)
    if not any(one.watched for one in left):
        return ()
    ordered = in_order(at.standing, left, found.watched_in_row)
    return tuple(Place(one.run, place) for place, one in enumerate(ordered, start=1) if one.watched)

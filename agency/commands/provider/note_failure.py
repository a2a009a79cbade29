"""A request failed for a reason of its provider: everybody is to know."""

import random
from datetime import datetime, timedelta
from uuid import UUID

from agency.channel.protocol import Catalog
from agency.commands.provider.standing import BREAKS_AFTER, is_broken
from agency.models import Provider
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

COOL_SECONDS = 20.0
LONGEST_COOL_SECONDS = 3_600.0
BROKEN_SECONDS, LONGEST_BROKEN_SECONDS = 10.0, 300.0
WORTH_TELLING = timedelta(seconds=1)
KEPT = 500


def note_failure(
    *, provider_id: UUID, kind: str, detail: str, retry_after: float | None = None
) -> None:
    """Let everybody pause after `rate_limited`, or when the provider says for how long.

    Other failures are counted; after some in a row the provider is left alone, longer each time
    that it is tried and fails. Those of requests that were under way by then count no more.
    """
    with unit_of_work():
        row = Provider.objects.select_for_update(no_key=True).filter(pk=provider_id).first()
        if row is None:
            return
        now, before = db_now(), (row.cooldown_until, row.broken_until)
        if kind == "rate_limited" or retry_after is not None:
            _cool(row, now, COOL_SECONDS if retry_after is None else retry_after)
        if kind != "rate_limited":
            _count(row, now)
        row.last_error = detail[:KEPT]
        row.save(update_fields=["cooldown_until", "broken_until", "failures", "last_error"])
        if _differs(before[0], row.cooldown_until) or _differs(before[1], row.broken_until):
            Catalog.changed(row, "updated")


def _cool(row: Provider, now: datetime, seconds: float) -> None:
    until = now + timedelta(seconds=min(seconds, LONGEST_COOL_SECONDS))
    if row.cooldown_until is None or until > row.cooldown_until:
        row.cooldown_until = until


def _count(row: Provider, now: datetime) -> None:
    if is_broken(row) and row.broken_until is not None and row.broken_until > now:
        return
    row.failures += 1
    if is_broken(row):
        times = min(row.failures - BREAKS_AFTER, 10)
        seconds = min(BROKEN_SECONDS * 2**times, LONGEST_BROKEN_SECONDS)
        row.broken_until = now + timedelta(seconds=random.uniform(seconds / 2, seconds))


def _differs(before: datetime | None, after: datetime | None) -> bool:
    if before is None or after is None:
        return before is not after
    return after - before > WORTH_TELLING

"""Where a provider stands at this moment, in the words of the schedule."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from agency.commands.provider.schedule import WINDOW, Limits, Past, Share, Standing, Waiter
from agency.models import Provider
from agency.queries.provider_load import Asked, Load, Waiting, load_of
from framework.db.clock import ClockNow
from framework.db.transaction import require_transaction

BREAKS_AFTER = 5
"""Failures in a row after which a provider is left alone for a while."""


@dataclass(frozen=True)
class Held:
    """A provider, locked, so that nobody else lets anybody in meanwhile."""

    provider: Provider
    now: datetime
    standing: Standing
    waiting: Sequence[Waiting]

    def waiters(self, watched: set[UUID]) -> list[Waiter]:
        """Who waits and has no room kept; `watched` are sessions that somebody looks at."""
        return [
            Waiter(one.run, one.user, one.since, one.charge, one.session in watched)
            for one in self.waiting
            if one.queued and not one.granted
        ]


def held(provider_id: UUID, *, without: UUID | None = None) -> Held | None:
    """Lock the provider and read its load, but for one run; None when it is gone."""
    require_transaction()
    rows: Any = Provider.objects.select_for_update(no_key=True).annotate(moment=ClockNow())
    provider = rows.filter(pk=provider_id).first()
    if provider is None:
        return None
    load = load_of(provider, provider.moment, WINDOW)
    waiting = [one for one in load.waiting if one.run != without]
    standing = standing_of(provider, provider.moment, load, waiting)
    return Held(provider, provider.moment, standing, waiting)


def is_broken(provider: Provider) -> bool:
    """Whether it failed so often that it is called by one run at most."""
    return provider.failures >= BREAKS_AFTER


def standing_of(
    provider: Provider, now: datetime, load: Load, waiting: Sequence[Waiting]
) -> Standing:
    """The rows in the words of the schedule."""
    closings = [one.timestamp() for one in _closings(provider)]
    moment = now.timestamp()
    return Standing(
        now=moment,
        limits=Limits(provider.slots, provider.requests_per_minute, provider.tokens_per_minute),
        open=sum(one.open for one in load.asked),
        past=[
            Past(float(one.age), one.requests, one.tokens) for one in load.asked if one.age < WINDOW
        ],
        shares=_shares(load.asked),
        granted=[one.charge for one in waiting if one.granted],
        closed_until=max((one for one in closings if one > moment), default=None),
        opened=max((one for one in closings if one <= moment), default=None),
        is_probed=is_broken(provider),
        probing=sum(one.open_since for one in load.asked),
        watched_in_row=provider.watched_in_row,
    )


def _closings(provider: Provider) -> list[datetime]:
    return [one for one in (provider.cooldown_until, provider.broken_until) if one is not None]


def _shares(asked: Sequence[Asked]) -> dict[int | None, Share]:
    shares: dict[int | None, Share] = {}
    for one in asked:
        before = shares.get(one.user, Share())
        shares[one.user] = Share(before.open + one.open, max(before.last, one.last))
    return shares

"""Who may ask a provider now: a pure function of its limits, of what it was asked, of who waits.

Note: two guards for each rate. What was begun within the window never passes the limit: that is
the promise. A bucket that holds a tenth of a minute's worth paces what comes in: without it a busy
provider would take a whole minute's worth at once, and then nothing for the rest of the minute.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

WINDOW = 62.0
"""Longer than a minute: a request arrives some moments after it was entered in the ledger."""

BURST = 0.1
WATCHED_IN_ROW = 3
RAMP_SECONDS = 10.0
RAMP_BEGIN, RAMP_PER_SECOND = 2, 4.0


@dataclass(frozen=True, slots=True)
class Limits:
    """At once, and by the minute; None is no limit."""

    slots: int | None = None
    requests: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What was begun within one second, `age` seconds ago."""

    age: float
    requests: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Share:
    """What a person has of a provider: requests under way, and when the last one was begun."""

    open: int = 0
    last: float = 0.0


@dataclass(frozen=True, slots=True)
class Waiter:
    """A run that wants to ask, by whom, and for how many tokens."""

    run: UUID
    user: int | None
    since: float
    charge: int
    watched: bool = False


@dataclass(frozen=True)
class Standing:
    """A provider at a moment; `granted` has the room that is kept for somebody.

    `closed_until` is set while nobody may ask; `probing` counts requests of a provider that
    failed and is being tried; `opened` is when it was last closed until.
    """

    now: float
    limits: Limits
    open: int = 0
    past: Sequence[Past] = ()
    shares: Mapping[int | None, Share] = field(default_factory=dict)
    granted: Sequence[int] = ()
    closed_until: float | None = None
    opened: float | None = None
    is_probed: bool = False
    probing: int = 0
    watched_in_row: int = 0


@dataclass(frozen=True, slots=True)
class Turns:
    """Who may ask now, in this order; who waits, why, and for how many seconds at least."""

    chosen: Sequence[Waiter]
    waiting: Sequence[Waiter]
    watched_in_row: int
    why: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no room, and the seconds after which there may be some; None: who knows."""

    why: str
    seconds: float | None = None


def refusal(standing: Standing, charge: int) -> Refusal | None:
    """Why a request may not be sent now; None when it may."""
    now, limits = standing.now, standing.limits
    if standing.closed_until is not None and standing.closed_until > now:
        return Refusal("closed", standing.closed_until - now)
    granted = len(standing.granted)
    if standing.is_probed and standing.probing + granted:
        return Refusal("probe")
    if (most := _most_at_once(standing)) is not None and standing.open + granted >= most:
        return Refusal("slots")
    requests = [(one.age, one.requests) for one in standing.past]
    if wait := _wait(limits.requests, requests, granted, 1):
        return Refusal("requests", wait)
    tokens = [(one.age, one.tokens) for one in standing.past]
    if wait := _wait(limits.tokens, tokens, sum(standing.granted), charge):
        return Refusal("tokens", wait)
    return None


def turns(standing: Standing, waiters: Sequence[Waiter]) -> Turns:
    """Let in as many as fit; whoever is first and does not fit yet is not overtaken."""
    queue, chosen = _Queue(standing, waiters), list[Waiter]()
    kept = list(standing.granted)
    refused: Refusal | None = None
    while (first := queue.first()) is not None:
        refused = refusal(replace(standing, granted=kept), first.charge)
        if refused is not None:
            break
        queue.take(first)
        kept.append(first.charge)
        chosen.append(first)
    why, seconds = ("", 0.0) if refused is None else (refused.why, refused.seconds or 0.0)
    return Turns(chosen, queue.left(), queue.row, why, seconds)


def in_order(standing: Standing, waiters: Sequence[Waiter], row: int) -> list[Waiter]:
    """The order in which they would be let in if each stayed: everybody's place in the queue."""
    queue, ordered = _Queue(replace(standing, watched_in_row=row), waiters), list[Waiter]()
    while (first := queue.first()) is not None:
        queue.take(first)
        ordered.append(first)
    return ordered


class _Queue:
    """Watched before others, but not for ever; of these the person who has least; then by time."""

    def __init__(self, standing: Standing, waiters: Sequence[Waiter]) -> None:
        self.row = standing.watched_in_row
        self._shares = dict(standing.shares)
        self._at = max([standing.now, *(one.last for one in self._shares.values())])
        self._lines: dict[bool, dict[int | None, deque[Waiter]]] = {True: {}, False: {}}
        for one in sorted(waiters, key=lambda one: (one.since, str(one.run))):
            self._lines[one.watched].setdefault(one.user, deque()).append(one)

    def first(self) -> Waiter | None:
        """Whose turn it is."""
        watched, others = self._lines[True], self._lines[False]
        lines = watched if watched and (self.row < WATCHED_IN_ROW or not others) else others
        return min((line[0] for line in lines.values()), key=self._rank, default=None)

    def take(self, one: Waiter) -> None:
        """That one goes."""
        if self._lines[True] and self._lines[False]:
            self.row = self.row + 1 if one.watched else 0
        line = self._lines[one.watched][one.user]
        line.popleft()
        if not line:
            del self._lines[one.watched][one.user]
        self._at += 1e-6
        share = self._shares.get(one.user, Share())
        self._shares[one.user] = Share(share.open + 1, self._at)

    def left(self) -> list[Waiter]:
        """Who is still there."""
        return [one for lines in self._lines.values() for line in lines.values() for one in line]

    def _rank(self, one: Waiter) -> tuple[int, float, float, str]:
        share = self._shares.get(one.user, Share())
        return share.open, share.last, one.since, str(one.run)


def left_of(limit: int | None, past: Sequence[tuple[float, int]], kept: int) -> int | None:
    """What is left of a minute's limit; None without one."""
    return None if limit is None else max(limit - kept - sum(size for _, size in past), 0)


def _most_at_once(standing: Standing) -> int | None:
    """The slots; fewer just after a pause, so that a provider is not met by everybody at once."""
    slots, opened = standing.limits.slots, standing.opened
    if opened is None or not 0 <= standing.now - opened < RAMP_SECONDS:
        return slots
    ramp = RAMP_BEGIN + int(RAMP_PER_SECOND * (standing.now - opened))
    return ramp if slots is None else min(slots, ramp)


def _wait(limit: int | None, past: Sequence[tuple[float, int]], kept: int, size: int) -> float:
    """Seconds until a request of this size fits under a minute's limit; 0 when it does now.

    One that alone is larger than the limit fits when nothing else is in the window.
    """
    if limit is None:
        return 0.0
    size = min(size, limit)
    return max(_window_wait(limit, past, kept, size), _bucket_wait(limit, past, kept, size))


def _window_wait(limit: int, past: Sequence[tuple[float, int]], kept: int, size: int) -> float:
    over = sum(taken for _, taken in past) + kept + size - limit
    if over <= 0:
        return 0.0
    for age, taken in sorted(past, reverse=True):
        over -= taken
        if over <= 0:
            return max(WINDOW - age, 0.05)
    return WINDOW


def _bucket_wait(limit: int, past: Sequence[tuple[float, int]], kept: int, size: int) -> float:
    most, rate = max(limit * BURST, 1.0), limit / WINDOW
    level, at = most, WINDOW
    for age, taken in sorted(past, reverse=True):
        level = min(most, level + rate * (at - age)) - taken
        at = age
    level = min(most, level + rate * at) - kept
    return max(min(size, most) - level, 0.0) / rate

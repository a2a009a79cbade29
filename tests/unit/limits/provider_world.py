"""A provider that counts for itself, and a clock that jumps, around the pure schedule."""

import heapq
import random
from collections import Counter
from itertools import count
from uuid import UUID

from agency.commands.provider.schedule import (
    WINDOW,
    Limits,
    Past,
    Share,
    Standing,
    Waiter,
    turns,
)

STEP = 0.5
LONGEST = 60_000


class World:
    """Runs of some users, each of a random length, size and delay on its way to the provider."""

    def __init__(
        self,
        *,
        slots: int | None,
        requests: int | None,
        tokens: int | None,
        users: int,
        runs: int,
        seed: int,
    ) -> None:
        self.limits = Limits(slots, requests, tokens)
        self.random = random.Random(seed)
        self.now = 0.0
        self.waiting = [self._waiter(number, users, tokens) for number in range(runs)]
        self.begun: list[tuple[float, float, int, int | None]] = []
        self.open: list[tuple[float, int, int | None]] = []
        self.most_open = 0
        self.idle_with_room = 0
        self.row = 0
        self._numbers = count()

    def run_until_all_are_served(self) -> None:
        """Fails when somebody is never served."""
        for _ in range(LONGEST):
            if not self.waiting:
                return
            self._let_in()
            self.now += STEP
            while self.open and self.open[0][0] <= self.now:
                heapq.heappop(self.open)
        raise AssertionError(f"{len(self.waiting)} runs were never served")

    def most_in_a_minute(self, what: str) -> int:
        """The most that the provider saw within any minute, by its own clock."""
        seen = sorted((at, 1 if what == "requests" else size) for _, at, size, _ in self.begun)
        most = total = first = 0
        for at, size in seen:
            total += size
            while seen[first][0] <= at - 60.0:
                total -= seen[first][1]
                first += 1
            most = max(most, total)
        return most

    def _let_in(self) -> None:
        standing = self._standing()
        found = turns(standing, self.waiting)
        self.row = found.watched_in_row
        for one in found.chosen:
            delay = self.random.uniform(0, 1.5)
            self.begun.append((self.now, self.now + delay, one.charge, one.user))
            heapq.heappush(
                self.open, (self.now + self.random.uniform(2, 20), next(self._numbers), one.user)
            )
        self.most_open = max(self.most_open, len(self.open))
        served = {one.run for one in found.chosen}
        self.waiting = [one for one in self.waiting if one.run not in served]
        if self.waiting and self.limits.requests is None and self.limits.tokens is None:
            assert self.limits.slots is not None
            self.idle_with_room += len(self.open) < self.limits.slots

    def _standing(self) -> Standing:
        recent = [one for one in self.begun if self.now - one[0] < WINDOW]
        by_second: dict[int, list[int]] = {}
        for at, _, size, _ in recent:
            by_second.setdefault(int(self.now - at), []).append(size)
        opened = Counter(user for _, _, user in self.open)
        last = {user: at for at, _, _, user in self.begun}
        return Standing(
            now=self.now,
            limits=self.limits,
            open=len(self.open),
            past=[Past(float(age), len(sizes), sum(sizes)) for age, sizes in by_second.items()],
            shares={user: Share(opened[user], last[user]) for user in last},
            watched_in_row=self.row,
        )

    def _waiter(self, number: int, users: int, tokens: int | None) -> Waiter:
        return Waiter(
            run=UUID(int=number),
            user=self.random.randrange(users),
            since=0.0,
            charge=self.random.randint(1, min(tokens or 2_000, 2_000)),
            watched=self.random.random() < 0.3,
        )

"""What a crowd at one provider looked like, from the provider's side and from the people's."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Crowd:
    """Arrivals at the provider in seconds of its clock; waits in seconds, by person."""

    begun: Sequence[float]
    waits: Iterable[tuple[int, float]]

    def most_in_a_minute(self) -> int:
        """The most requests that arrived within any minute."""
        most = first = 0
        for number, at in enumerate(self.begun):
            while self.begun[first] <= at - 60.0:
                first += 1
            most = max(most, number - first + 1)
        return most

    def rate_used(self, by_minute: int, burst: float) -> float:
        """What arrived, of all that a bucket of this burst and rate would have let through."""
        took = self.begun[-1] - self.begun[0]
        return (len(self.begun) - 1) / (burst * by_minute + by_minute / 60.0 * took)

    def worst_to_mean(self) -> float:
        """The longest wait, as a multiple of the mean one."""
        waits = [wait for _, wait in self.waits]
        return max(waits) / statistics.mean(waits)

    def worst_person_to_mean(self) -> float:
        """The mean wait of whoever waited longest on average, as a multiple of everybody's."""
        people = defaultdict(list)
        for person, wait in self.waits:
            people[person].append(wait)
        means = [statistics.mean(waits) for waits in people.values()]
        return max(means) / statistics.mean(means)

"""How often a password may be tried, counted in the shared cache for every process at once."""

import hashlib
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True)
class Limit:
    """At most `tries` within `seconds` under one name."""

    name: str
    tries: int
    seconds: int

    def key(self, subject: str) -> str:
        """The cache key; the subject is hashed, for it may hold anything at all."""
        return f"sign-in.{self.name}.{hashlib.sha256(subject.encode()).hexdigest()[:32]}"


PAIR = Limit("pair", tries=5, seconds=300)
ACCOUNT = Limit("account", tries=20, seconds=900)
ADDRESS = Limit("address", tries=50, seconds=300)


class Attempt:
    """One try at a password: counted before it is checked, given back when it was right.

    Counting first is what keeps parallel tries from all slipping under the limit.
    """

    def __init__(self, *, account: str, address: str) -> None:
        name = account.strip().casefold()
        self._counts = [
            (PAIR, f"{name}\n{address}"),
            (ACCOUNT, name),
            (ADDRESS, address),
        ]

    def refused_for(self) -> int:
        """Count this try; the seconds to wait, 0 when it may go on."""
        waits = [limit.seconds for limit, subject in self._counts if count(limit, subject)]
        return max(waits, default=0)

    def succeeded(self) -> None:
        """The password was right: forget what was counted against this person here."""
        (pair, subject), *others = self._counts
        cache.delete(pair.key(subject))
        for limit, name in others:
            give_back(limit, name)


def count(limit: Limit, subject: str) -> bool:
    """Add one try; whether it went over the limit."""
    key = limit.key(subject)
    cache.add(key, 0, limit.seconds)
    try:
        return int(cache.incr(key)) > limit.tries
    except ValueError:
        # The key expired between the two calls: this is the first try of a new window.
        cache.add(key, 1, limit.seconds)
        return False


def give_back(limit: Limit, subject: str) -> None:
    """Take one try back."""
    try:
        cache.decr(limit.key(subject))
    except ValueError:
        return

"""How much one client may ask in how much time."""

import time
from collections.abc import Callable

Clock = Callable[[], float]


class Bucket:
    """A token bucket: `burst` at once, `rate` per second in the long run."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.level = burst
        self.seen = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Whether there was enough; takes it when there was."""
        now = self.clock()
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < amount:
            return False
        self.level -= amount
        return True


class Throttle:
    """Admits frames at a rate; what is refused for long is a flood."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.frames = Bucket(rate=50, burst=200, clock=clock)
        self.refusals = Bucket(rate=500, burst=5_000, clock=clock)
        self.is_flood = False

    def admits(self) -> bool:
        """Whether the next frame is served; `is_flood` becomes true past all patience."""
        if self.frames.take():
            return True
        self.is_flood = not self.refusals.take()
        return False

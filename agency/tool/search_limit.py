"""A time limit for searches that even a runaway regular expression obeys."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTime(Exception):
    """The search took too long; what was found so far still counts."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block after `seconds`.

    Python's matcher looks for signals while it backtracks, so this ends it too. Signals reach
    the main thread only, which is where a tool host runs its tool; elsewhere the limit of the
    call has to do.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def expire(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

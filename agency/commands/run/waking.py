"""Whatever resolves something open may have made work for a sleeping run."""

from agency.commands.run.queueing import queue_again
from agency.commands.run.state import state_of
from agency.loop.decide import should_wake
from agency.models import Run


def wake(run: Run) -> None:
    """Queue the locked run if it sleeps and has work again; otherwise leave it."""
    if should_wake(state_of(run)):
        queue_again(run)

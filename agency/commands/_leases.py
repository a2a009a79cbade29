"""Claims of requests under way: each lives as long as the process that answers it.

Note: one thread for all of a process. A claim that is answered at once costs nothing, since it is
gone before the thread looks; the others are renewed together by one statement. A process that
dies or freezes renews nothing, and its claims are free after seconds.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.db import connection

from agency.models import Idempotency
from framework.db.clock import ClockNow

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=5)
RENEW_SECONDS = 1.0


class _Keeper(threading.Thread):
    """Renews what is claimed; sleeps while there is nothing."""

    def __init__(self) -> None:
        super().__init__(name="claims", daemon=True)
        self.held: dict[UUID, float] = {}
        self.begun = threading.Event()

    def run(self) -> None:
        while True:
            self.begun.wait()
            time.sleep(RENEW_SECONDS)
            self.begun.clear()
            if self.held:
                self.begun.set()
                self._renew()

    def _renew(self) -> None:
        old = time.monotonic() - RENEW_SECONDS
        due = [claim for claim, since in list(self.held.items()) if since <= old]
        if not due:
            return
        try:
            rows = Idempotency.objects.filter(id__in=due, status=None)
            rows.update(expires_at=ClockNow() + LEASE)
        except Exception:
            log.warning("claims of requests could not be renewed; trying again", exc_info=True)
        finally:
            connection.close()


_keeper: _Keeper | None = None
_guard = threading.Lock()


@contextmanager
def leased(claim: UUID) -> Iterator[None]:
    """Keep the claim alive meanwhile."""
    keeper = _running()
    keeper.held[claim] = time.monotonic()
    keeper.begun.set()
    try:
        yield
    finally:
        keeper.held.pop(claim, None)


def _running() -> _Keeper:
    global _keeper
    with _guard:
        if _keeper is None or not _keeper.is_alive():
            _keeper = _Keeper()
            _keeper.start()
        return _keeper

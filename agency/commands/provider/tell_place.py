"""A run that somebody looks at has moved up in a provider's queue."""

from datetime import timedelta
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.run.lease import locked_run
from agency.models import Run
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def tell_place(*, run_id: UUID, place: int) -> bool:
    """Tell the place and the expected time of its turn, in proportion; whether that is news."""
    with unit_of_work():
        run = locked_run(run_id)
        if run is None or not _is_news(run, place):
            return False
        error = dict(run.error or {})
        before = max(int(error.get("place") or 1), 1)
        name = str(error.get("detail", "")).partition(" in the queue")[2]
        now = db_now()
        left = (run.not_before - now).total_seconds() if run.not_before is not None else 0.0
        run.error = error | {"place": place, "detail": f"Place {place} in the queue{name}"}
        run.not_before = now + timedelta(seconds=max(left * place / before, 1.0))
        run.save(update_fields=["error", "not_before"])
        Monitor.run_retrying(run)
        return True


def _is_news(run: Run, place: int) -> bool:
    error = run.error or {}
    waits = run.status == "queued" and run.waits_for is not None and run.not_before is not None
    return waits and error.get("code") == "provider_busy" and error.get("place") != place

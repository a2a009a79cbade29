"""The model is not to be had now: come back later, holding nothing meanwhile."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import Spent, settle_calls
from agency.commands.run.queueing import queue_again
from agency.commands.run.rescue import end_rescued
from agency.models import Run
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def retry_later(
    *,
    lease: Lease,
    seconds: float,
    error: Mapping[str, Any],
    spent: Spent | None,
    draft: Mapping[str, Any] | None = None,
) -> None:
    """Queue the run with a time to try again and count the attempt.

    A stop is carried out instead and keeps `draft`, the text as far as it came. Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        settle_calls(run, "failed", spent, error)
        if run.stop_requested_at is not None:
            end_rescued(run, draft)
            return
        _count_attempt(run, error)
        queue_again(run, not_before=db_now() + timedelta(seconds=seconds))


def _count_attempt(run: Run, error: Mapping[str, Any]) -> None:
    run.attempt += 1
    run.error = dict(error)
    run.save(update_fields=["error"])

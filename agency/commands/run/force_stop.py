"""T9: a stop that the run's own worker did not carry out in time."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from agency.commands.run.lease import locked_run
from agency.commands.run.rescue import end_rescued
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

OWNER_SECONDS = 2.0


def force_stop(*, run_id: UUID, draft: Mapping[str, Any] | None) -> bool:
    """End the run with what the draft rescued; its worker's late output is fenced off.

    False when the run has ended, or its worker still has time.
    """
    with unit_of_work():
        run = locked_run(run_id)
        if run is None or run.status != "running" or run.stop_requested_at is None:
            return False
        if run.stop_requested_at > db_now() - timedelta(seconds=OWNER_SECONDS):
            return False
        end_rescued(run, draft)
        return True

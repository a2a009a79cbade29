"""A summary could not be made, and the run goes on without it."""

from collections.abc import Mapping
from typing import Any

from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import Spent, settle_calls
from agency.commands.run.state import state_of
from agency.loop.state import RunState
from framework.db.transaction import unit_of_work


def fail_compaction(
    *, lease: Lease, error: Mapping[str, Any], spent: Spent | None
) -> RunState | None:
    """Settle the request and its summary as failed; where the run stands then.

    None when a stop was requested, which ends the run. Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        settle_calls(run, "failed", spent, error)
        if run.stop_requested_at is None:
            return state_of(run)
        end_run(run, "stopped")
        return None

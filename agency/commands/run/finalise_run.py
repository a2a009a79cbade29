"""Finalise by the owner: stopped with its partial text, failed, or done."""

from collections.abc import Mapping
from typing import Any

from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import Spent, settle_calls
from framework.core.crash import crash_at
from framework.db.transaction import unit_of_work


def finalise_run(
    *,
    lease: Lease,
    status: str,
    error: Mapping[str, Any] | None = None,
    draft: Mapping[str, Any] | None = None,
    spent: Spent | None = None,
) -> None:
    """End the run; `spent` is what the request that was cut is believed to have taken.

    Raises FenceLost, also when an earlier try has ended it.
    """
    with unit_of_work():
        run = run_under(lease)
        if spent is not None:
            settle_calls(run, "cut" if error is None else "failed", spent, error)
        end_run(run, status, error=error, draft=draft)
    crash_at("after_finalise")

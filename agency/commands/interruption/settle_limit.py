"""A cap was raised, removed, or began anew: a run that waits for it goes on."""

from functools import partial
from uuid import UUID

from agency.commands.interruption.resolving import resolve_moot
from agency.commands.run.lease import locked_run
from agency.models import Budget, Interruption
from agency.queries.waiting_limits import waiting_for
from agency.queries.windows import window_start
from framework.db.clock import db_now
from framework.db.transaction import after_commit, unit_of_work


def settle_limit(*, interruption_id: UUID) -> bool:
    """End the question as expired, with the reason, and wake its run; whether it was moot.

    The run asks anew if there is still no room. Settling twice is fine.
    """
    run_id = Interruption.objects.filter(pk=interruption_id).values_list("run_id", flat=True)
    with unit_of_work():
        run = locked_run(run_id[0]) if run_id else None
        if run is None:
            return False
        row = Interruption.objects.select_related("tool_call", "session__agent").get(
            pk=interruption_id
        )
        reason = _moot(row) if row.status == "pending" else ""
        if reason:
            resolve_moot(run, row, reason)
        return bool(reason)


def settle_limits_later(budget_id: UUID) -> None:
    """After the commit let everybody go on who waits for the cap; the sweep does it otherwise."""
    after_commit(partial(_settle_all, budget_id))


def _settle_all(budget_id: UUID) -> None:
    for found in waiting_for(budget_id):
        settle_limit(interruption_id=found)


def _moot(row: Interruption) -> str:
    if row.budget_id is None or row.budget_version is None:
        return ""
    cap = Budget.objects.filter(pk=row.budget_id).first()
    if cap is None:
        return "The budget was removed."
    if cap.version > row.budget_version:
        return "The budget was changed."
    begins = window_start(cap.window, db_now())
    if begins is not None and begins > row.created_at:
        return f"A new {cap.window} began."
    return ""

"""T8: nobody answered in time."""

from uuid import UUID

from agency.commands.interruption.answer_interruption import is_pending_in_time, locked_question
from agency.commands.interruption.resolving import resolve_expired
from framework.db.transaction import unit_of_work


def expire_interruption(*, interruption_id: UUID, early: bool = False) -> bool:
    """Expire the question if it is pending past its deadline; whether it is no longer pending.

    `early` does so now, as if its time had passed, also for one without a deadline.
    """
    with unit_of_work():
        run, row = locked_question(interruption_id)
        if early and row.status == "pending":
            resolve_expired(run, row)
        return not is_pending_in_time(run, row)

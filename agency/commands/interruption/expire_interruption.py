"""T8: nobody answered in time."""

from uuid import UUID

from agency.commands.interruption.answer_interruption import is_pending_in_time, locked_question
from framework.db.transaction import unit_of_work


def expire_interruption(*, interruption_id: UUID) -> bool:
    """Expire the question if it is pending past its deadline; whether it is no longer pending."""
    with unit_of_work():
        run, row = locked_question(interruption_id)
        return not is_pending_in_time(run, row)

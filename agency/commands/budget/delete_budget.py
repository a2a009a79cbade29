"""Remove a cap."""

from uuid import UUID

from agency.commands.budget._subject import writable_budget
from agency.commands.interruption.settle_limit import settle_limits_later
from framework.db.transaction import unit_of_work


def delete_budget(*, user_id: int, budget_id: UUID) -> None:
    """Delete the cap with what is reserved under it; runs that wait for it go on."""
    with unit_of_work():
        row = writable_budget(user_id, budget_id)
        settle_limits_later(row.id)
        row.delete()

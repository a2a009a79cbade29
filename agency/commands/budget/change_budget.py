"""Change a cap's limit."""

from typing import Any
from uuid import UUID

from agency.commands.budget._raise import set_limit
from agency.commands.budget._subject import writable_budget
from agency.commands.interruption.settle_limit import settle_limits_later
from agency.models import Budget
from framework.core.errors import Invalid, Stale
from framework.core.numbers import amount_of
from framework.db.transaction import unit_of_work


def change_budget(
    *, user_id: int, budget_id: UUID, limit: Any, version: int | None = None
) -> Budget:
    """Set the limit, also below what is spent; runs that wait for the cap look again.

    Raises Stale when `version` is not the row's.
    """
    amount = amount_of(limit)
    with unit_of_work():
        row = writable_budget(user_id, budget_id)
        if amount is None:
            raise Invalid.field("limit", "must be a positive number")
        if version is not None and version != row.version:
            raise Stale
        set_limit(row, amount)
        settle_limits_later(row.id)
        return row

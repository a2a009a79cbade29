"""Give a cap another limit."""

from decimal import Decimal
from uuid import UUID

from agency.models import Budget
from framework.db.touch import save_stamped
from framework.db.transaction import require_transaction


def raise_cap(budget_id: UUID, limit: Decimal) -> None:
    """Raise the cap; a lower figure, or a cap that is gone, changes nothing."""
    require_transaction()
    budget = Budget.objects.select_for_update(no_key=True).filter(pk=budget_id).first()
    if budget is not None and limit > budget.limit:
        set_limit(budget, limit)


def set_limit(budget: Budget, limit: Decimal) -> None:
    """Change the locked cap; its version rises, by which those who wait for it are found."""
    budget.limit = limit
    budget.version += 1
    save_stamped(budget, "limit", "version")

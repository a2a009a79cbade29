"""Set a cap."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from agency.commands.budget._subject import checked_subject
from agency.commands.catalogue.create_row import NameTaken
from agency.models import Budget
from agency.queries.budgets import SCOPES, UNITS, WINDOWS
from agency.queries.spending import spent_since
from agency.queries.windows import window_start
from framework.core.errors import Invalid
from framework.core.numbers import amount_of
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def create_budget(
    *,
    user_id: int,
    workspace_id: UUID,
    scope: str,
    unit: str,
    limit: Any,
    subject: str | None = None,
    window: str = "total",
) -> Budget:
    """The new cap; what the ledger knows of its window counts already.

    Requests under way at this moment do not. Raises NameTaken when there is one of its kind.
    """
    amount = _checked(scope, unit, window, limit)
    with unit_of_work():
        subject, home = checked_subject(user_id, scope, subject, workspace_id)
        now = db_now()
        begins = window_start(window, now)
        try:
            with transaction.atomic():
                return Budget.objects.create(
                    workspace_id=home,
                    scope=scope,
                    subject=subject,
                    unit=unit,
                    window=window,
                    limit=amount,
                    spent=spent_since(scope, subject, home, begins)[unit],
                    window_started_at=begins or now,
                )
        except IntegrityError as error:
            raise NameTaken from error


def _checked(scope: str, unit: str, window: str, limit: Any) -> Decimal:
    """The limit; raises Invalid with every field at fault."""
    given = (("scope", scope, SCOPES), ("unit", unit, UNITS), ("window", window, WINDOWS))
    faults = {
        name: [f"must be one of {', '.join(words)}"]
        for name, word, words in given
        if word not in words
    }
    amount = amount_of(limit)
    if amount is None:
        faults["limit"] = ["must be a positive number"]
    if faults or amount is None:
        raise Invalid("Some fields are not valid.", errors=faults)
    return amount

"""Requests about caps."""

from uuid import UUID

from agency.commands.budget.change_budget import change_budget
from agency.commands.budget.create_budget import create_budget
from agency.commands.budget.delete_budget import delete_budget
from agency.commands.idempotency import Answer
from agency.commands.requests.body import Body, Id, Versioned
from agency.models import Budget
from agency.queries.budgets import budget_records
from agency.queries.default_workspace import default_workspace
from agency.queries.records import Record
from framework.db.clock import db_now


class BudgetBody(Body):
    """A cap: of what (`subject`, an id), in which unit, over which window."""

    scope: str
    subject: str | int | None = None
    unit: str
    window: str = "total"
    limit: str | int | float
    workspace_id: Id | None = None


class BudgetChangeBody(Versioned):
    """Another limit; what is capped stays."""

    limit: str | int | float


def card(row: Budget) -> Record:
    """The cap as it stands."""
    return budget_records([row], db_now())[0]


def add_budget(user_id: int, body: BudgetBody) -> Answer:
    """The new cap."""
    row = create_budget(
        user_id=user_id,
        workspace_id=body.workspace_id or default_workspace(user_id),
        scope=body.scope,
        subject=None if body.subject is None else str(body.subject),
        unit=body.unit,
        window=body.window,
        limit=body.limit,
    )
    return Answer(201, card(row))


def alter_budget(user_id: int, budget_id: UUID, body: BudgetChangeBody) -> Answer:
    """The changed cap."""
    row = change_budget(
        user_id=user_id, budget_id=budget_id, limit=body.limit, version=body.version
    )
    return Answer(200, card(row))


def drop_budget(user_id: int, budget_id: UUID) -> Answer:
    """The cap is gone."""
    delete_budget(user_id=user_id, budget_id=budget_id)
    return Answer(204)

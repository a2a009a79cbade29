"""Caps."""

from typing import Annotated

from pydantic import Field

from agency.api.shapes.problem import IdText, PageShape, Shape, Time

Amount = Annotated[str, Field(description="A decimal string, in the unit of the cap.")]


class Budget(Shape):
    """A cap and how far it is used since `window_started_at`."""

    id: IdText
    workspace_id: IdText
    scope: str
    subject: str
    subject_name: str | None
    unit: str
    window: str
    limit: Amount
    spent: Amount
    reserved: Amount
    overshoot: Amount
    unpriced_calls: int
    window_started_at: Time
    created_at: Time
    updated_at: Time
    version: int


class BudgetPage(PageShape):
    """Caps, newest first."""

    results: list[Budget]

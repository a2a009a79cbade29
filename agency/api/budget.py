"""Caps on what may be spent."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import WORKSPACE, by_workspace, query_word
from agency.api.paging import PARAMETERS, page_of, query_text
from agency.api.shapes import budget as shapes
from agency.commands.requests import budget as requests
from agency.models import Budget
from agency.queries.budgets import SCOPES, UNITS, budget_records, visible_budgets
from framework.core.errors import NotFound
from framework.db.clock import db_now


def seen(user_id: int, budget_id: UUID) -> Budget:
    """One cap that the caller may see."""
    row = visible_budgets(user_id).filter(id=budget_id).first()
    if row is None:
        raise NotFound
    return row


class BudgetListView(Endpoint):
    """Caps that I may see."""

    @operation(
        answer=shapes.BudgetPage,
        parameters=[
            *PARAMETERS,
            WORKSPACE,
            OpenApiParameter("scope", str, description="One or more, comma-separated."),
            OpenApiParameter("unit", str, description="One or more, comma-separated."),
            OpenApiParameter("subject", str, description="The id of what is capped."),
        ],
    )
    def get(self, request: Request) -> Any:
        """Newest first; those of single runs only when asked for by `scope` or `subject`."""
        rows = by_workspace(request, visible_budgets(caller_of(request).user_id))
        subject = query_text(request, "subject", max_len=40)
        if subject is not None:
            rows = rows.filter(subject=subject)
        if scopes := query_word(request, "scope", SCOPES):
            rows = rows.filter(scope__in=scopes)
        elif subject is None:
            rows = rows.exclude(scope="run")
        if units := query_word(request, "unit", UNITS):
            rows = rows.filter(unit__in=units)
        page = page_of(request, rows, ("-created_at", "-id"), lambda row: {"row": row})
        found = [one["row"] for one in page["results"]]
        return page | {"results": budget_records(found, db_now())}

    @operation(body=requests.BudgetBody, answer=shapes.Budget, status=201)
    def post(self, request: Request, body: requests.BudgetBody) -> Any:
        """Set a cap; what was spent in its window counts already."""
        return requests.add_budget(caller_of(request).user_id, body)


class BudgetView(Endpoint):
    """One cap."""

    @operation(answer=shapes.Budget)
    def get(self, request: Request, budget_id: UUID) -> Any:
        """Limit, spent and reserved in the window that is open now."""
        return requests.card(seen(caller_of(request).user_id, budget_id))

    @operation(body=requests.BudgetChangeBody, answer=shapes.Budget)
    def patch(self, request: Request, budget_id: UUID, body: requests.BudgetChangeBody) -> Any:
        """Another limit; runs that wait for this cap go on without an answer."""
        user_id = caller_of(request).user_id
        return self.with_current(
            lambda: requests.alter_budget(user_id, budget_id, body),
            lambda: requests.card(seen(user_id, budget_id)),
        )

    @operation(status=204)
    def delete(self, request: Request, budget_id: UUID) -> Any:
        """Remove it; runs that wait for it go on."""
        return requests.drop_budget(caller_of(request).user_id, budget_id)

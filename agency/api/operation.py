"""Broker tasks."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.api.endpoint import Endpoint, operation
from agency.api.filters import UUID_SCHEMA, query_id, query_word
from agency.api.paging import PARAMETERS, page_of, query_text
from agency.api.shapes import operation as shapes
from agency.queries.tasks import TASK_STATES, listed_task, task_rows
from framework.core.errors import NotFound
from framework.core.text import is_storable


class TaskListView(Endpoint):
    """Broker tasks; staff only."""

    @operation(
        answer=shapes.TaskPage,
        staff=True,
        parameters=[
            *PARAMETERS,
            OpenApiParameter("state", str, description="One or more, comma-separated."),
            OpenApiParameter("name", str),
            OpenApiParameter("run", UUID_SCHEMA),
        ],
    )
    def get(self, request: Request) -> Any:
        """Newest first; they survive restarts."""
        rows = task_rows()
        if states := query_word(request, "state", TASK_STATES):
            rows = rows.filter(state__in=states)
        if name := query_text(request, "name", max_len=200):
            rows = rows.filter(name__icontains=name)
        if (run_id := query_id(request, "run")) is not None:
            rows = rows.filter(run_id=run_id)
        return page_of(request, rows, ("-started_at", "-id"), listed_task)


class TaskView(Endpoint):
    """One broker task; staff only."""

    @operation(answer=shapes.TaskRecord, staff=True)
    def get(self, request: Request, task_id: str) -> Any:
        """By its id on the broker."""
        known = task_rows().filter(task_id=task_id) if is_storable(task_id) else None
        row = known.first() if known is not None else None
        if row is None:
            raise NotFound
        return listed_task(row)

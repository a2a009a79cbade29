"""What is counted of the use of the product."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.analytics import KINDS
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import (
    UUID_SCHEMA,
    WORKSPACE,
    by_workspace,
    query_id,
    query_moment,
    query_word,
)
from agency.api.paging import PARAMETERS, page_of
from agency.api.shapes import operation as shapes
from agency.queries.analytics import analytics_record, visible_analytics


class AnalyticsView(Endpoint):
    """Counted events; for staff, and for the owners of a workspace."""

    @operation(
        answer=shapes.AnalyticsPage,
        parameters=[
            *PARAMETERS,
            WORKSPACE,
            OpenApiParameter("event", str, description="One or more, comma-separated."),
            OpenApiParameter("session", UUID_SCHEMA),
            OpenApiParameter("since", {"type": "string", "format": "date-time"}),
            OpenApiParameter("until", {"type": "string", "format": "date-time"}),
        ],
    )
    def get(self, request: Request) -> Any:
        """Newest first; they hold figures and ids, no words."""
        rows = by_workspace(request, visible_analytics(caller_of(request).user_id))
        if events := query_word(request, "event", tuple(KINDS)):
            rows = rows.filter(event__in=events)
        if (session_id := query_id(request, "session")) is not None:
            rows = rows.filter(session_id=session_id)
        for name, lookup in (("since", "at__gte"), ("until", "at__lt")):
            if (moment := query_moment(request, name)) is not None:
                rows = rows.filter(**{lookup: moment})
        return page_of(request, rows, ("-at", "-id"), analytics_record)

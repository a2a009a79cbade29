"""What was used."""

from datetime import UTC, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import WORKSPACE, query_id, query_moment
from agency.api.paging import query_text
from agency.api.shapes import operation as shapes
from agency.queries.usage_report import GROUPS, Asked, usage_report
from framework.core.errors import Invalid

WORDS = sorted(GROUPS)


class UsageView(Endpoint):
    """What was used."""

    @operation(
        answer=shapes.UsageReport,
        parameters=[
            WORKSPACE,
            OpenApiParameter("by", str, enum=WORDS, default="model"),
            OpenApiParameter("split", str, enum=WORDS, description="Adds a series to each group."),
            OpenApiParameter("since", {"type": "string", "format": "date-time"}),
            OpenApiParameter("until", {"type": "string", "format": "date-time"}),
            OpenApiParameter("tz", str, default="UTC", description="Whose days: Europe/Paris."),
        ],
    )
    def get(self, request: Request) -> Any:
        """Totals over what I may see, in groups; an owner sees the whole workspace."""
        asked = Asked(
            by=_group(request, "by") or "model",
            split=_group(request, "split"),
            workspace_id=query_id(request, "workspace"),
            since=query_moment(request, "since"),
            until=query_moment(request, "until"),
            zone=_zone(request),
        )
        if asked.split == asked.by:
            raise Invalid.field("split", "must be another word than `by`")
        return usage_report(caller_of(request).user_id, asked)


def _group(request: Request, name: str) -> str | None:
    word = query_text(request, name, max_len=20)
    if word is not None and word not in GROUPS:
        raise Invalid.field(name, f"must be one of {', '.join(WORDS)}")
    return word


def _zone(request: Request) -> tzinfo:
    name = query_text(request, "tz", max_len=60)
    if name is None:
        return UTC
    if name not in available_timezones():
        raise Invalid.field("tz", "must be the name of a time zone, such as Europe/Paris")
    return ZoneInfo(name)

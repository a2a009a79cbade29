"""Lists on the wire: `{"results", "next", "previous"}`."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from framework.core.errors import Invalid
from framework.core.text import is_storable
from framework.db.paging import DEFAULT_LIMIT, MAX_LIMIT, paginate

PARAMETERS = [
    OpenApiParameter("cursor", str, description="From `next` or `previous`."),
    OpenApiParameter(
        "limit", {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}
    ),
]

MAX_QUERY = 200
"""The longest search, in characters."""


def query_text(request: Request, name: str, *, max_len: int = 500) -> str | None:
    """A query parameter as storable text, None when absent or blank."""
    value = request.query_params.get(name)
    if value is None or value == "":
        return None
    if len(value) > max_len or not is_storable(value):
        raise Invalid.field(name, "is not valid")
    return str(value)


def query_count(request: Request, name: str, *, default: int, least: int, most: int) -> int:
    """A query parameter as a whole number within bounds."""
    text = query_text(request, name, max_len=20)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
        raise Invalid.field(name, f"must be a whole number from {least} to {most}")
    return int(text)


def page_of(
    request: Request,
    rows: "QuerySet[Any, Any]",
    order: tuple[str, ...],
    record: Callable[[Any], dict[str, Any]],
    lanes: Sequence[Q] = (),
) -> dict[str, Any]:
    """The page that the request asks for, with the addresses of its neighbours."""
    limit = query_count(request, "limit", default=DEFAULT_LIMIT, least=1, most=MAX_LIMIT)
    cursor = query_text(request, "cursor", max_len=2_000)
    page = paginate(rows, order, cursor=cursor, limit=limit, lanes=lanes)
    return {
        "results": [record(row) for row in page.rows],
        "next": address_at(request, page.next),
        "previous": address_at(request, page.previous),
    }


def address_at(request: Request, cursor: str | None) -> str | None:
    """The request's own address, going on from a cursor."""
    if cursor is None:
        return None
    asked = request.query_params.copy()
    asked["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{asked.urlencode()}")

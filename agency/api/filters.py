"""Filters that several lists share."""

from datetime import datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.api.paging import query_text
from framework.core.errors import Invalid
from framework.core.ids import parse_uuid

UUID_SCHEMA = {"type": "string", "format": "uuid"}
WORKSPACE = OpenApiParameter("workspace", UUID_SCHEMA, description="Only of this workspace.")


def query_id(request: Request, name: str) -> UUID | None:
    """A query parameter as an id, None when absent."""
    text = query_text(request, name, max_len=45)
    if text is None:
        return None
    found = parse_uuid(text)
    if found is None:
        raise Invalid.field(name, "must be an id")
    return found


def query_moment(request: Request, name: str) -> datetime | None:
    """A query parameter as a moment with its zone, None when absent."""
    text = query_text(request, name, max_len=40)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.replace(" ", "+"))
    except ValueError as error:
        raise Invalid.field(name, "must be like 2030-01-01T00:00:00Z") from error
    if moment.tzinfo is None or not 1970 <= moment.year <= 9000:
        raise Invalid.field(name, "must be like 2030-01-01T00:00:00Z, with its zone")
    return moment


def query_word(request: Request, name: str, words: tuple[str, ...]) -> list[str]:
    """A query parameter as words of a closed vocabulary, comma-separated; [] when absent."""
    text = query_text(request, name, max_len=300)
    given = [word.strip() for word in (text or "").split(",") if word.strip()]
    if unknown := [word for word in given if word not in words]:
        raise Invalid.field(name, f"{unknown[0]} is not one of {', '.join(words)}")
    return given


def by_workspace(request: Request, rows: Any) -> Any:
    """The rows of the workspace that the request names, if it names one."""
    workspace_id = query_id(request, "workspace")
    return rows if workspace_id is None else rows.filter(workspace_id=workspace_id)

"""Documents, photos and attachments: uploaded as forms, checked by content, served safely."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import WORKSPACE, by_workspace
from agency.api.openapi import file_form
from agency.api.paging import PARAMETERS, page_of
from agency.api.parsers import BoundedMultiPartParser
from agency.api.shapes import workspace as shapes
from agency.commands.requests import file as requests
from agency.files import read_bytes
from agency.queries.files import file_for, file_record, visible_files
from framework.core.errors import Invalid, NotFound
from framework.core.ids import parse_uuid

FORM = file_form(name=None, workspace_id="uuid", session_id="uuid")
FIELDS = ("file", "name", "workspace_id", "session_id")


def views_of(kind: str) -> tuple[type[Endpoint], type[Endpoint], type[Endpoint]]:
    """The list, the detail and the content view of a kind of file."""
    views = (_list_view(kind), _detail_view(kind), _content_view(kind))
    title = kind.capitalize()
    docs = (f"{title}s that I may see.", f"One {kind}.", f"The bytes of a {kind}.")
    for view, part, doc in zip(views, ("ListView", "View", "ContentView"), docs, strict=True):
        view.__name__ = view.__qualname__ = f"{title}{part}"
        view.__doc__ = doc
    return views


def _list_view(kind: str) -> type[Endpoint]:
    class ListView(Endpoint):
        parser_classes: Any = (BoundedMultiPartParser,)

        @operation(answer=shapes.StoredPage, parameters=[*PARAMETERS, WORKSPACE])
        def get(self, request: Request) -> Any:
            """Newest first."""
            rows = by_workspace(request, visible_files(caller_of(request).user_id, kind))
            return page_of(request, rows, ("-created_at", "-id"), file_record)

        @operation(form=FORM, answer=shapes.Stored, status=201, errors=(413, 415), atomic=False)
        def post(self, request: Request) -> Any:
            """Upload one, as a form; its type is what its bytes say."""
            return _store(request, kind)

    return ListView


def _detail_view(kind: str) -> type[Endpoint]:
    class DetailView(Endpoint):
        @operation(answer=shapes.Stored)
        def get(self, request: Request, file_id: UUID) -> Any:
            """Name, type, size, digest, and where the bytes are."""
            return file_record(file_for(caller_of(request).user_id, kind, file_id))

        @operation(body=requests.FileBody, answer=shapes.Stored)
        def patch(self, request: Request, file_id: UUID, body: requests.FileBody) -> Any:
            """Another shown name."""
            return requests.change_file(caller_of(request).user_id, kind, file_id, body)

        @operation(status=204)
        def delete(self, request: Request, file_id: UUID) -> Any:
            """Throw it away."""
            return requests.drop_file(caller_of(request).user_id, kind, file_id)

    return DetailView


def _content_view(kind: str) -> type[Endpoint]:
    class ContentView(Endpoint):
        @operation(answer=OpenApiTypes.BINARY, media=["application/octet-stream"])
        def get(self, request: Request, file_id: UUID) -> Any:
            """The bytes, with headers that keep a browser from running anything in them."""
            return _served(file_for(caller_of(request).user_id, kind, file_id))

    return ContentView


def _store(request: Request, kind: str) -> Any:
    upload = request.FILES.get("file")
    if upload is None:
        raise Invalid.field("file", "is required, as a part of a form")
    if unknown := sorted({*request.data, *request.FILES} - set(FIELDS)):
        raise Invalid.field(unknown[0], "is not a field of this request")
    fields: Any = request.data
    ids = {}
    for name in ("workspace_id", "session_id"):
        text = fields.get(name)
        ids[name] = parse_uuid(text) if text else None
        if text and ids[name] is None:
            raise Invalid.field(name, "must be an id")
    return requests.add_file(
        caller_of(request).user_id,
        kind,
        name=str(fields.get("name") or upload.name or ""),
        data=upload.read(),
        **ids,
    )


def _served(row: Any) -> HttpResponse:
    """The bytes with headers that keep a browser from running anything in them."""
    try:
        data = read_bytes(row.path)
    except OSError as error:
        raise NotFound("The bytes of this file are gone.") from error
    is_picture = row.media_type.startswith("image/")
    charset = "; charset=utf-8" if row.media_type.startswith("text/") else ""
    response = HttpResponse(data, content_type=row.media_type + charset)
    ending = row.media_type.rsplit("/", 1)[-1].replace("plain", "txt")
    # A name of our own: whatever the person called it never reaches a header.
    response["Content-Disposition"] = (
        f'{"inline" if is_picture else "attachment"}; filename="{row.id}.{ending}"'
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    return response

"""Copies of sessions: duplicates, exports, imports."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.access import session_for
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import UUID_SCHEMA, query_id, query_word
from agency.api.openapi import file_form
from agency.api.parsers import BoundedMultiPartParser, JsonFileParser
from agency.api.shapes import copying as copying_shapes
from agency.api.shapes import session as shapes
from agency.commands.requests import copying as requests
from agency.queries.session_export import export_json
from agency.queries.session_transcript import export_markdown
from framework.core.errors import Invalid
from framework.core.ids import parse_uuid

WRITERS: dict[str, tuple[Callable[..., None], str]] = {
    "json": (export_json, "application/json"),
    "md": (export_markdown, "text/markdown; charset=utf-8"),
}
MEDIA = [media_type.partition(";")[0] for _, media_type in WRITERS.values()]
FORMAT = OpenApiParameter(
    "format", str, enum=list(WRITERS), default="json", description="What can be imported, or read."
)
WORKSPACE = OpenApiParameter("workspace", UUID_SCHEMA, description="Where the sessions go.")
FORM = file_form(workspace_id="uuid") | {
    "application/json": {"type": "object", "description": "An export, see docs/export.md."},
}
CHUNK = 256 * 1024


class DuplicateView(Endpoint):
    """Copy the session."""

    @operation(body=requests.DuplicateBody, answer=shapes.Session, status=201)
    def post(self, request: Request, session_id: UUID, body: requests.DuplicateBody) -> Any:
        """A session of mine with all branches, or with the path up to a message.

        A message inside a group of tool calls takes the whole group; 409 `not_settled` when the
        group is still under way. Whoever reads the session and may send in its workspace may copy
        it. The copy runs nothing and costs nothing.
        """
        return requests.duplicate(caller_of(request).user_id, session_id, body, self.once)


class ExportView(Endpoint):
    """The session as a file."""

    @operation(answer=OpenApiTypes.BINARY, media=MEDIA, parameters=[FORMAT])
    def get(self, request: Request, session_id: UUID) -> Any:
        """With everything that it began: JSON that can be imported, or Markdown to read."""
        session_for(caller_of(request).user_id, session_id)
        return _exported(request, f"session-{session_id}", session_id)


class ExportAllView(Endpoint):
    """All my sessions as a file."""

    operation_word = "all"

    @operation(answer=OpenApiTypes.BINARY, media=MEDIA, parameters=[FORMAT])
    def get(self, request: Request) -> Any:
        """Oldest first, each followed by what it began."""
        return _exported(request, "sessions", None)


class ImportView(Endpoint):
    """Take over exported sessions."""

    parser_classes: Any = (JsonFileParser, BoundedMultiPartParser)

    @property
    def file_limit(self) -> int:
        """In bytes."""
        return int(settings.AGENCY_IMPORT_MB) * 1024 * 1024

    @operation(
        form=FORM,
        answer=copying_shapes.Imported,
        status=201,
        atomic=False,
        errors=(413, 415),
        parameters=[WORKSPACE],
    )
    def post(self, request: Request) -> Any:
        """An export as the body, or as `file` of a form; 400 `not_an_export` names what is wrong.

        Nothing is written then. The sessions are mine and private, in the workspace named, else
        in the one I joined first; they run with the agent of the same name, else with the default
        one, and `notes` says so.
        """
        upload = request.FILES.get("file")
        if upload is None:
            raise Invalid.field("file", "is required")
        fields: Any = request.data
        if unknown := sorted(set(fields) - {"file", "workspace_id"}):
            raise Invalid.field(unknown[0], "is not a field of this request")
        workspace_id = query_id(request, "workspace")
        if text := fields.get("workspace_id"):
            workspace_id = parse_uuid(text)
            if workspace_id is None:
                raise Invalid.field("workspace_id", "must be an id")
        user_id = caller_of(request).user_id
        return requests.take_over(user_id, upload.read(), workspace_id, self.once)


def _exported(request: Request, name: str, session_id: UUID | None) -> StreamingHttpResponse:
    """Written whole before the first byte goes out: a slow reader holds a file, no transaction."""
    words = query_word(request, "format", tuple(WRITERS)) or ["json"]
    if len(words) > 1:
        raise Invalid.field("format", f"must be one of {', '.join(WRITERS)}")
    write, media_type = WRITERS[words[0]]
    file = tempfile.TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115 (sent later)
    try:
        write(file, caller_of(request).user_id, session_id)
    except BaseException:
        file.close()
        raise
    raw: Any = file.detach()
    size = raw.seek(0, os.SEEK_END)
    raw.seek(0)
    # A server of coroutines would read a plain iterator whole before it sends anything.
    chunks: Any = _AsyncChunks if isinstance(request._request, ASGIRequest) else _SyncChunks
    response = StreamingHttpResponse(chunks(raw), content_type=media_type)
    response["Content-Length"] = str(size)
    response["Content-Disposition"] = f'attachment; filename="{name}.{words[0]}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response


class _Chunks:
    """The file piece by piece; it is closed with the answer, or with the last that knows of it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def close(self) -> None:
        """Give the disk's space back."""
        self.file.close()

    __del__ = close

    def _next(self) -> bytes:
        return b"" if self.file.closed else self.file.read(CHUNK)


class _SyncChunks(_Chunks):
    def __iter__(self) -> Iterator[bytes]:
        while chunk := self._next():
            yield chunk


class _AsyncChunks(_Chunks):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        while chunk := await asyncio.to_thread(self._next):
            yield chunk

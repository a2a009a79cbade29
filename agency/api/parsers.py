"""Request bodies: strict JSON of bounded size, and multipart for files."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser, DataAndFiles, MultiPartParser

from framework.core.errors import PayloadTooLarge
from framework.core.text import parse_json

JSON_LIMIT = 2 * 1024 * 1024
SEND_LIMIT = 16 * 1024 * 1024
FILE_LIMIT = 16 * 1024 * 1024


class StrictJsonParser(BaseParser):
    """JSON without NaN, NUL, lone surrogates, bombs; the view names its own limit."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, Any]:
        view = (parser_context or {}).get("view")
        limit = getattr(view, "body_limit", JSON_LIMIT)
        raw = stream.read(limit + 1)
        if not raw.strip():
            return {}
        parsed: dict[str, Any] = parse_json(raw, max_bytes=limit)
        return parsed


class BoundedMultiPartParser(MultiPartParser):
    """A form with one file; refused by its announced size before it is read."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        request = (parser_context or {}).get("request")
        if request is None:
            raise UnsupportedMediaType(str(media_type))
        limit = getattr((parser_context or {}).get("view"), "file_limit", FILE_LIMIT)
        size = int(request.META.get("CONTENT_LENGTH") or 0)
        if size > limit + 64 * 1024:
            raise PayloadTooLarge(f"a file may have {limit // 1024 // 1024} MiB")
        return super().parse(stream, media_type, parser_context)


class JsonFileParser(BaseParser):
    """A JSON body taken for a file, read by whoever knows its form; the view names its limit."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        limit = getattr((parser_context or {}).get("view"), "file_limit", FILE_LIMIT)
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise PayloadTooLarge(f"a file may have {limit // 1024 // 1024} MiB")
        files: MultiValueDict[str, UploadedFile] = MultiValueDict()
        files["file"] = SimpleUploadedFile("export.json", raw, "application/json")
        return DataAndFiles(QueryDict(), files)

"""Keep a file that a person brought, under a name of our own."""

import unicodedata
from typing import Any
from uuid import UUID

from agency.access import session_for, workspace_for
from agency.channel.protocol import Catalog
from agency.files import picture_type, store_bytes
from agency.models import Document
from agency.queries.files import KINDS
from framework.core.errors import Invalid, PayloadTooLarge
from framework.core.text import is_storable
from framework.db.transaction import unit_of_work

MAX_BYTES = 16 * 1024 * 1024
MAX_PICTURE = 5 * 1024 * 1024
MAX_NAME = 200


def store_upload(
    *,
    user_id: int,
    kind: str,
    workspace_id: UUID,
    name: str,
    data: bytes,
    session_id: UUID | None = None,
) -> Any:
    """The new row; photos and attachments are pictures, documents may also be text or PDF.

    The type is what the bytes say, the path is ours; `name` is only shown.
    """
    media_type = content_type(kind, data)
    workspace_for(user_id, workspace_id, role="editor")
    columns: dict[str, Any] = {}
    if kind == "attachment" and session_id is not None:
        session = session_for(user_id, session_id, write=True)
        columns = {"session": session}
        workspace_id = session.workspace_id
    kept = store_bytes(data)
    with unit_of_work():
        row = KINDS[kind].objects.create(
            workspace_id=workspace_id,
            owner_id=user_id,
            name=shown_name(name),
            media_type=media_type,
            size=kept.size,
            sha256=kept.sha256,
            path=kept.path,
            **columns,
        )
        if isinstance(row, Document):
            Catalog.changed(row, "created")
        return row


def content_type(kind: str, data: bytes) -> str:
    """The media type by the bytes; raises Invalid for what this kind does not hold."""
    if not data:
        raise Invalid.field("file", "is empty")
    if len(data) > (MAX_BYTES if kind == "document" else MAX_PICTURE):
        raise PayloadTooLarge("file: is larger than allowed", field="file")
    try:
        return picture_type(data, for_model=kind != "document")
    except Invalid as error:
        if kind != "document":
            raise Invalid.field("file", error.detail.removeprefix("images: ")) from error
    if data.startswith(b"%PDF-"):
        return "application/pdf"
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Invalid.field("file", "must be text, PDF or a picture") from error
    if "\x00" in text:
        raise Invalid.field("file", "must be text, PDF or a picture")
    return "text/plain"


def shown_name(name: str) -> str:
    """The last part of the given name on one line: a label, never a path."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    if not is_storable(last):
        raise Invalid.field("name", "contains a NUL character or a lone surrogate")
    plain = "".join(char for char in last if unicodedata.category(char)[0] != "C")
    return unicodedata.normalize("NFC", plain).strip()[:MAX_NAME]

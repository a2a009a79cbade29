"""Pictures and whole results of an imported session: checked, kept, and taken away again."""

import base64
import binascii
import hashlib
import shutil
from uuid import UUID

from django.conf import settings

from agency.commands.copying._statement import fresh_id
from agency.commands.file.store_upload import MAX_PICTURE, shown_name
from agency.files import file_root, outputs_folder, picture_type, store_bytes
from agency.models import Attachment, Session
from agency.portable.reading import refusal
from agency.portable.rows import Portable, PortableAttachment
from agency.tool.outcome import keep_output
from framework.core.errors import Invalid
from framework.db.clock import db_now

Outputs = dict[UUID, tuple[str, str]]


def check_pictures(part: Portable, number: int) -> None:
    """Raise NotAnExport unless each picture is what it says and one that is taken here."""
    for at, row in enumerate(part.attachments):
        try:
            _bytes(row)
        except Invalid as error:
            text = error.detail.removeprefix("images: ")
            raise refusal({f"sessions.{number}.attachments.{at}.data": [text]}) from error


def keep_files(part: Portable, session: Session, salt: str, paths: list[str]) -> Outputs:
    """Keep the pictures; path and digest of each whole result by the id of its call in the file.

    `paths` takes what is to be dropped when the import fails.
    """
    for row in part.attachments:
        if (data := _bytes(row)) is None:
            continue
        kept = store_bytes(data)
        paths.append(kept.path)
        Attachment.objects.create(
            id=fresh_id(salt, row.id),
            workspace_id=session.workspace_id,
            owner_id=session.owner_id,
            session=session,
            name=shown_name(row.name),
            media_type=picture_type(data),
            size=kept.size,
            sha256=kept.sha256,
            path=kept.path,
            created_at=min(row.created_at, db_now()),
        )
    outputs: Outputs = {}
    for call in part.tool_calls:
        if call.output is None:
            continue
        # Under the name that the shortened result tells the model; a name, and nobody's id.
        name = str(call.output_name or call.id)
        path = keep_output(outputs_folder(session.id), name, call.output)
        digest = hashlib.sha256(call.output.encode()).hexdigest()
        outputs[call.id] = (str(path.relative_to(settings.AGENCY_STATE)), digest)
    return outputs


def drop_files(session_id: UUID, paths: list[str]) -> None:
    """Take away the files of a session that was not imported."""
    if not Session.objects.filter(id=session_id).exists():
        shutil.rmtree(outputs_folder(session_id), ignore_errors=True)
        for path in paths:
            (file_root() / path).unlink(missing_ok=True)


def _bytes(row: PortableAttachment) -> bytes | None:
    """The picture; None for one whose bytes were gone already; raises Invalid."""
    if row.data is None:
        return None
    try:
        data = base64.b64decode(row.data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid("is not base64") from error
    if len(data) > MAX_PICTURE:
        raise Invalid("is larger than allowed")
    if len(data) != row.size or hashlib.sha256(data).hexdigest() != row.sha256:
        raise Invalid("is not what `size` and `sha256` say")
    if picture_type(data) != row.media_type:
        raise Invalid("is not of that media type")
    return data

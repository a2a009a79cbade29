"""What a person's message may hold, checked before any transaction opens."""

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from langchain_core.messages import HumanMessage, message_to_dict

from agency.access import session_for
from agency.commands.file.store_picture import store_picture
from agency.models import Attachment, Session
from framework.core.errors import Invalid, NotFound, PayloadTooLarge
from framework.core.text import strict_text
from framework.db.transaction import require_transaction

MAX_TEXT = 1_000_000
MAX_IMAGES = 20
MAX_IMAGE_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True)
class Picture:
    """An image as it came over the wire."""

    mime: str
    data: str


@dataclass(frozen=True)
class MessageBody:
    """A person's words and pictures; `model` and `mode` switch the session with the message."""

    text: str
    images: Sequence[Picture] = ()
    attachments: Sequence[UUID] = ()
    model: UUID | None = None
    mode: UUID | None = None


@dataclass(frozen=True)
class Prepared:
    """A checked body: LangChain content, and the digest by which a repeat is known."""

    text: str
    content: dict[str, Any]
    fingerprint: str
    attachments: Sequence[UUID] = ()


def fingerprint(body: MessageBody) -> str:
    """The digest of all that the client sent under one message id."""
    parts = [
        body.text,
        [[one.mime, hashlib.sha256(one.data.encode("utf-8", "replace")).hexdigest()]
         for one in body.images],
        [str(one) for one in body.attachments],
        str(body.model),
        str(body.mode),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()


def prepare(user_id: int, session_id: UUID, body: MessageBody) -> Prepared:
    """Check the body and store its pictures; raises Invalid or PayloadTooLarge.

    Pictures that a refused or repeated message leaves behind belong to the session and go with it.
    """
    pictured = bool(body.images or body.attachments)
    text = strict_text(body.text, field="text", max_len=MAX_TEXT, blank=pictured)
    if len(body.images) + len(body.attachments) > MAX_IMAGES:
        raise Invalid.field("images", f"at most {MAX_IMAGES} pictures in one message")
    kept = _pictures(user_id, session_id, body) if pictured else []
    blocks: list[dict[str, Any]] = [
        {"type": "image", "attachment_id": str(one.id), "mime_type": one.media_type} for one in kept
    ]
    if text.strip():
        blocks.append({"type": "text", "text": text})
    content: Any = blocks if kept else text
    message = HumanMessage(content=content)
    return Prepared(
        text=text,
        content=message_to_dict(message)["data"],
        fingerprint=fingerprint(body),
        attachments=body.attachments,
    )


def file_attachments(session: Session, prepared: Prepared) -> None:
    """What the message shows belongs to its session from now on: read by its readers, gone with it.

    Raises NotFound when a message of another session took one meanwhile.
    """
    require_transaction()
    if not prepared.attachments:
        return
    rows = Attachment.objects.filter(id__in=list(prepared.attachments))
    rows.filter(session=None).update(session=session, workspace_id=session.workspace_id)
    if rows.filter(session=session).count() < len(set(prepared.attachments)):
        raise NotFound("An attachment belongs to another session already.")


def _pictures(user_id: int, session_id: UUID, body: MessageBody) -> list[Attachment]:
    raw = [_decoded(one) for one in body.images]
    session = session_for(user_id, session_id, write=True)
    kept = _attachments(user_id, session_id, body.attachments)
    return kept + [store_picture(owner_id=user_id, session=session, data=data) for data in raw]


def _decoded(picture: Picture) -> bytes:
    if len(picture.data) > MAX_IMAGE_BYTES * 4 // 3 + 4:
        raise PayloadTooLarge("images: a picture may have 5 MiB", field="images")
    try:
        return base64.b64decode(picture.data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid.field("images", "is not base64") from error


def _attachments(user_id: int, session_id: UUID, ids: Sequence[UUID]) -> list[Attachment]:
    # Those of the session may be shown again by whoever writes in it, others by who brought them.
    usable = Q(session_id=session_id) | Q(session_id=None, owner_id=user_id)
    known = {row.id: row for row in Attachment.objects.filter(usable, id__in=list(ids))}
    if missing := [one for one in ids if one not in known]:
        raise NotFound(f"There is no attachment {missing[0]}.")
    return [known[one] for one in ids]

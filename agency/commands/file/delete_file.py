"""Throw a file away."""

from uuid import UUID

from agency.channel.protocol import Catalog
from agency.errors import InUse
from agency.files import file_root
from agency.models import Attachment, Document, Message, QueuedMessage
from agency.queries.files import file_for
from framework.db.transaction import after_commit, unit_of_work


def delete_file(*, user_id: int, kind: str, file_id: UUID) -> None:
    """Delete row and bytes; an attachment that a message shows stays (InUse)."""
    with unit_of_work():
        row = file_for(user_id, kind, file_id, write=True)
        if isinstance(row, Attachment) and _is_shown(row):
            raise InUse("A message shows this picture.")
        if isinstance(row, Document):
            Catalog.deleted(row)
        path = file_root() / row.path
        row.delete()
        after_commit(lambda: path.unlink(missing_ok=True))


def _is_shown(row: Attachment) -> bool:
    block = [{"attachment_id": str(row.id)}]
    said = Message.objects.filter(content__content__contains=block)
    waiting = QueuedMessage.objects.filter(body__content__content__contains=block)
    # One filed under a session belongs to that session's messages alone.
    place = {"session_id": row.session_id} if row.session_id else {}
    return said.filter(**place).exists() or waiting.filter(**place).exists()

"""Files that people brought: who sees them, and their records."""

from typing import Any
from uuid import UUID

from django.db.models import Q

from agency.access import membership, my_workspaces, visible_sessions
from agency.models import Attachment, Document, Photo
from agency.queries.records import Record, stamp, text_id
from framework.core.errors import Forbidden, NotFound

KINDS: dict[str, Any] = {"document": Document, "photo": Photo, "attachment": Attachment}


def visible_files(user_id: int, kind: str) -> Any:
    """Documents of one's workspaces, one's own photos, attachments of what one may read."""
    rows = KINDS[kind].objects.all()
    if kind == "document":
        return rows.filter(workspace_id__in=my_workspaces(user_id))
    mine = Q(owner_id=user_id)
    if kind == "attachment":
        mine |= Q(session__in=visible_sessions(user_id))
    return rows.filter(mine)


def file_for(user_id: int, kind: str, file_id: UUID, *, write: bool = False) -> Any:
    """One file; `write` needs the person who brought it, or an owner of its workspace."""
    row = visible_files(user_id, kind).filter(id=file_id).first()
    if row is None:
        raise NotFound
    if write and row.owner_id != user_id:
        member = membership(user_id, row.workspace_id)
        if kind != "document" or member is None or member.role != "owner":
            raise Forbidden("Only the person who brought this file may change it.")
    return row


def file_record(row: Any) -> Record:
    """A stored file; `url` serves its bytes."""
    kind = type(row).__name__.lower()
    return {
        "id": str(row.id),
        "workspace_id": str(row.workspace_id),
        "session_id": text_id(getattr(row, "session_id", None)),
        "owner_id": row.owner_id,
        "name": row.name,
        "media_type": row.media_type,
        "size": row.size,
        "sha256": row.sha256,
        "url": f"/api/{kind}/{row.id}/content/",
        "created_at": stamp(row.created_at),
    }

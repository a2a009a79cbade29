"""Requests about files."""

from uuid import UUID

from agency.commands.file.delete_file import delete_file
from agency.commands.file.rename_file import rename_file
from agency.commands.file.store_upload import store_upload
from agency.commands.idempotency import Answer
from agency.commands.requests.body import Body
from agency.queries.default_workspace import default_workspace
from agency.queries.files import file_record


class FileBody(Body):
    """Another shown name."""

    name: str


def add_file(
    user_id: int,
    kind: str,
    *,
    name: str,
    data: bytes,
    workspace_id: UUID | None,
    session_id: UUID | None,
) -> Answer:
    """The stored file."""
    row = store_upload(
        user_id=user_id,
        kind=kind,
        workspace_id=workspace_id or default_workspace(user_id),
        name=name,
        data=data,
        session_id=session_id,
    )
    row.refresh_from_db()
    return Answer(201, file_record(row))


def change_file(user_id: int, kind: str, file_id: UUID, body: FileBody) -> Answer:
    """The renamed file."""
    row = rename_file(user_id=user_id, kind=kind, file_id=file_id, name=body.name)
    return Answer(200, file_record(row))


def drop_file(user_id: int, kind: str, file_id: UUID) -> Answer:
    """The file is gone."""
    delete_file(user_id=user_id, kind=kind, file_id=file_id)
    return Answer(204)

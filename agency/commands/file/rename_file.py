"""Give a file another shown name."""

from typing import Any
from uuid import UUID

from agency.channel.protocol import Catalog
from agency.commands.file.store_upload import shown_name
from agency.models import Document
from agency.queries.files import file_for
from framework.db.transaction import unit_of_work


def rename_file(*, user_id: int, kind: str, file_id: UUID, name: str) -> Any:
    """Set the shown name; the stored path never changes."""
    with unit_of_work():
        row = file_for(user_id, kind, file_id, write=True)
        row.name = shown_name(name)
        row.save(update_fields=["name"])
        if isinstance(row, Document):
            Catalog.changed(row, "updated")
        return row

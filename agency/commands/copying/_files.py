"""Files of a copied session: links of their own, so that deleting one session harms no other."""

from uuid import UUID

from django.db import connection

from agency.commands.copying._statement import fresh_id
from agency.files import copy_bytes, link_file, outputs_folder
from agency.models import Attachment, Session, ToolCall

_SHOWN = """
SELECT DISTINCT part->>'attachment_id' FROM agency_message m,
  jsonb_array_elements(m.content->'content') AS parts (part)
WHERE m.session_id = %s AND m.content->'content' @> '[{"type": "image"}]'
  AND part ? 'attachment_id'
"""


def copy_pictures(source_id: UUID, target: Session, salt: str) -> None:
    """What the copied messages show belongs to the copy, and to whoever owns it."""
    if not (wanted := shown_pictures(target.id)):
        return
    for row in Attachment.objects.filter(id__in=shown_pictures(source_id)):
        identity = fresh_id(salt, row.id)
        if identity not in wanted or (path := copy_bytes(row.path)) is None:
            continue
        row.id, row.path = identity, path
        row.session, row.workspace_id, row.owner_id = target, target.workspace_id, target.owner_id
        row.save(force_insert=True)


def shown_pictures(session_id: UUID) -> set[UUID]:
    """The ids of the pictures that messages of the session show."""
    with connection.cursor() as cursor:
        cursor.execute(_SHOWN, [session_id])
        return {UUID(row[0]) for row in cursor.fetchall()}


def copy_outputs(source_id: UUID, target_id: UUID) -> None:
    """Whole results keep their file names: the words that point to them keep their sense."""
    calls = ToolCall.objects.filter(session_id=target_id).exclude(output_path="")
    for path in calls.values_list("output_path", flat=True):
        name = path.rsplit("/", 1)[-1]
        link_file(outputs_folder(source_id) / name, outputs_folder(target_id) / name)

"""Keep a picture that came with a message."""

from agency.files import picture_type, store_bytes
from agency.models import Attachment, Session


def store_picture(*, owner_id: int, session: Session, data: bytes) -> Attachment:
    """Check the picture by its bytes and keep it; raises Invalid for anything else."""
    media_type = picture_type(data)
    kept = store_bytes(data)
    return Attachment.objects.create(
        workspace_id=session.workspace_id,
        owner_id=owner_id,
        session=session,
        media_type=media_type,
        size=kept.size,
        sha256=kept.sha256,
        path=kept.path,
    )

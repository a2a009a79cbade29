"""Where something new belongs when no workspace is named."""

from uuid import UUID

from agency.models import Membership
from framework.core.errors import NotFound


def default_workspace(user_id: int) -> UUID:
    """The workspace that the person joined first."""
    rows = Membership.objects.filter(user_id=user_id).order_by("created_at", "id")
    found = rows.values_list("workspace_id", flat=True).first()
    if found is None:
        raise NotFound("You belong to no workspace.")
    return found

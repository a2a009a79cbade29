"""Where something new belongs when no workspace is named."""

from uuid import UUID

from agency.models import Membership
from framework.core.errors import NotFound


def first_workspace(user_id: int) -> UUID | None:
    """The workspace that the person joined first, if any."""
    rows = Membership.objects.filter(user_id=user_id).order_by("created_at", "id")
    return rows.values_list("workspace_id", flat=True).first()


def default_workspace(user_id: int) -> UUID:
    """The same where one is needed; raises NotFound."""
    found = first_workspace(user_id)
    if found is None:
        raise NotFound("You belong to no workspace.")
    return found

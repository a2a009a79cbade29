"""Whom a session is begun with when nobody is named."""

from uuid import UUID

from agency.access import my_workspaces
from agency.models import Agent
from framework.core.errors import NotFound


def default_agent(user_id: int, workspace_id: UUID | None = None) -> UUID:
    """The oldest enabled agent of the workspace (else of any of the person's)."""
    rows = Agent.objects.filter(workspace_id__in=my_workspaces(user_id), enabled=True)
    if workspace_id is not None:
        rows = rows.filter(workspace_id=workspace_id)
    # "agent" sorts before "secretary", who has a conversation of her own.
    found = rows.order_by("kind", "created_at", "id").values_list("id", flat=True).first()
    if found is None:
        raise NotFound("There is no agent to begin a session with.")
    return found

"""Change what a workspace's sessions follow."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import F

from agency.access import workspace_for
from agency.channel.protocol import Catalog
from agency.commands.catalogue._fields import (
    LONG_TEXT,
    Resource,
    bag,
    checked,
    line,
    link,
    name_field,
)
from agency.models import Model, Workspace
from agency.queries.catalogue import workspace_card
from framework.core.errors import Stale
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work

WORKSPACE = Resource(
    Workspace,
    {
        "name": name_field,
        "system_prompt": line(LONG_TEXT),
        "default_model_id": link(Model, "default_model"),
        "defaults": bag,
    },
)


def update_workspace(
    *, user_id: int, workspace_id: UUID, changes: Mapping[str, Any], version: int | None = None
) -> Workspace:
    """Set the named fields; needs an owner. Sessions that set nothing follow at once."""
    with unit_of_work():
        workspace = workspace_for(user_id, workspace_id, role="owner")
        if version is not None and version != workspace.version:
            raise Stale(current=workspace_card(workspace))
        columns = checked(WORKSPACE, user_id, workspace_id, changes)
        Workspace.objects.filter(id=workspace_id).update(
            **columns, version=F("version") + 1, updated_at=ClockNow()
        )
        workspace.refresh_from_db()
        Catalog.changed(workspace, "updated")
        return workspace

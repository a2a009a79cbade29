"""Add a provider, model, profile, agent, mode or skill to a workspace."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from agency.access import workspace_for
from agency.channel.protocol import Catalog
from agency.commands.catalogue._fields import RESOURCES, checked
from framework.core.errors import Conflict, Invalid
from framework.db.transaction import unit_of_work


class NameTaken(Conflict):
    """There is one like this already."""

    code = "name_taken"


def create_row(
    *, user_id: int, resource: str, workspace_id: UUID, fields: Mapping[str, Any]
) -> Any:
    """The new row; raises Invalid with every field at fault, Forbidden without the role."""
    kind = RESOURCES[resource]
    with unit_of_work():
        workspace_for(user_id, workspace_id, role=kind.role)
        if missing := [name for name in kind.required if fields.get(name) in (None, "")]:
            raise Invalid(
                "Some fields are missing.", errors={name: ["is required"] for name in missing}
            )
        columns = checked(kind, user_id, workspace_id, fields)
        try:
            with transaction.atomic():
                row = kind.model.objects.create(workspace_id=workspace_id, **columns)
        except IntegrityError as error:
            raise NameTaken from error
        Catalog.changed(row, "created")
        return row

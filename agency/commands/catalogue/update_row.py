"""Change a row of the catalogue."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from agency.access import catalogue_for
from agency.channel.observe import observed
from agency.channel.protocol import Catalog
from agency.commands.catalogue._dependents import dependents_of
from agency.commands.catalogue._fields import RESOURCES, checked
from agency.commands.catalogue.create_row import NameTaken
from agency.models import Agent
from framework.core.errors import Stale
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work


def update_row(
    *,
    user_id: int,
    resource: str,
    row_id: UUID,
    changes: Mapping[str, Any],
    version: int | None = None,
) -> Any:
    """Set the named fields; raises Stale with the current row when `version` is not its own."""
    kind = RESOURCES[resource]
    with unit_of_work():
        row = catalogue_for(kind.model, user_id, row_id, role=kind.role, lock=True)
        if version is not None and version != row.version:
            raise Stale(current=observed(kind.model).card(row))
        columns = checked(kind, user_id, row.workspace_id, changes)
        if kind.guard is not None:
            kind.guard(row, columns)
        rows = kind.model.objects.filter(id=row.id)
        try:
            with transaction.atomic():
                rows.update(**columns, version=F("version") + 1, updated_at=ClockNow())
        except IntegrityError as error:
            raise NameTaken from error
        old_name = row.name
        row.refresh_from_db()
        Catalog.changed(row, "updated")
        if isinstance(row, Agent) and row.name != old_name:
            dependents_of(row).tell()  # sessions show their agent's name
        return row

"""Remove a row from the catalogue."""

from uuid import UUID

from agency.access import catalogue_for
from agency.channel.protocol import Catalog
from agency.commands.catalogue._dependents import dependents_of
from agency.commands.catalogue._fields import RESOURCES
from agency.errors import InUse
from agency.models import Agent
from framework.db.transaction import unit_of_work


def delete_row(*, user_id: int, resource: str, row_id: UUID) -> None:
    """Delete it; a provider takes its models along. Raises InUse for what must stay."""
    kind = RESOURCES[resource]
    with unit_of_work():
        row = catalogue_for(kind.model, user_id, row_id, role=kind.role, lock=True)
        if isinstance(row, Agent) and row.kind == "secretary":
            raise InUse("The secretary keeps the standing conversations; switch it off instead.")
        if resource == "provider":
            for model in row.model_set.all():
                Catalog.deleted(model)
        Catalog.deleted(row)
        dependents = dependents_of(row)
        row.delete()
        dependents.tell()

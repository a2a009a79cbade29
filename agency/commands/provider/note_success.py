"""A provider that had failed answers again."""

from uuid import UUID

from agency.channel.protocol import Catalog
from agency.commands.provider.standing import is_broken
from agency.models import Provider
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work


def note_success(*, provider_id: UUID) -> None:
    """Count its failures anew; one that was left alone is called by everybody again."""
    with unit_of_work():
        rows = Provider.objects.select_for_update(no_key=True)
        row = rows.filter(pk=provider_id, failures__gt=0).first()
        if row is None:
            return
        was_broken = is_broken(row)
        row.failures, row.last_error = 0, ""
        if was_broken:
            row.broken_until = db_now()
        row.save(update_fields=["failures", "last_error", "broken_until"])
        if was_broken:
            Catalog.changed(row, "updated")

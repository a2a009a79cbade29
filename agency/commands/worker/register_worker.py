"""A worker process makes itself known."""

from datetime import timedelta
from uuid import UUID

from agency.models import Worker
from framework.core.ids import uuid7
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

LEASE_SECONDS = 6.0


def register_worker(*, name: str, lock_key: int) -> UUID:
    """A new row with a new id and a fresh lease; the caller holds the advisory lock already."""
    with unit_of_work():
        until = db_now() + timedelta(seconds=LEASE_SECONDS)
        return Worker.objects.create(id=uuid7(), name=name, lock_key=lock_key, expires_at=until).id

"""A worker stops taking runs."""

from uuid import UUID

from agency.models import Worker
from framework.db.transaction import unit_of_work


def drain_worker(*, worker_id: UUID) -> None:
    """The worker claims nothing more, but what it has is still its own."""
    with unit_of_work():
        Worker.objects.filter(pk=worker_id, state="up").update(state="draining")

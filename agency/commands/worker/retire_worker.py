"""A worker is gone by its own will."""

from uuid import UUID

from agency.models import Worker
from framework.db.transaction import unit_of_work


def retire_worker(*, worker_id: UUID) -> None:
    """Nobody waits for its lease to run out; whatever it still owned is reclaimed."""
    with unit_of_work():
        Worker.objects.filter(pk=worker_id).update(state="dead")

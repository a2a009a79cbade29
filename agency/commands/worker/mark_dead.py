"""T11: a worker that gives no sign of life loses its right to write."""

from uuid import UUID

from agency.models import Worker
from agency.queries.lost_workers import lost_workers
from framework.db.transaction import unit_of_work


def mark_dead(*, worker_id: UUID) -> bool:
    """Mark the worker if it is still lost; its runs are reclaimed one by one afterwards."""
    with unit_of_work():
        locked = Worker.objects.select_for_update(no_key=True).filter(pk=worker_id).first()
        if locked is None or worker_id not in lost_workers():
            return False
        locked.state = "dead"
        locked.save(update_fields=["state"])
        return True

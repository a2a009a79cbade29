"""Tasks whose worker died cannot tell of their end."""

from django.db.models import TextField
from django.db.models.functions import Cast

from agency.commands.task.record_task import tell_task
from agency.models import TaskRecord, Worker
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

BATCH = 200
LOST = "The worker was lost. What it worked on is taken up by another."


def mark_lost_tasks() -> int:
    """Mark the open tasks of workers that are gone as lost; how many there were."""
    with unit_of_work():
        alive = Worker.objects.exclude(state="dead").annotate(name_id=Cast("id", TextField()))
        rows = TaskRecord.objects.select_for_update(no_key=True, skip_locked=True)
        lost = list(rows.filter(ended_at=None).exclude(worker__in=alive.values("name_id"))[:BATCH])
        for row in lost:
            row.state, row.error, row.ended_at = "lost", LOST, db_now()
            row.save(update_fields=["state", "error", "ended_at"])
            tell_task(row)
        return len(lost)

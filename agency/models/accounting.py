"""Caps, what is reserved under them, and the durable record of broker tasks."""

from decimal import Decimal

from django.db import models

from agency.models.identity import Workspace
from agency.models.run import ModelCall
from framework.db.clock import ClockNow
from framework.db.fields import IdModel, StampedModel, VersionedModel, word


class Budget(VersionedModel):
    """A hard cap: spent + reserved never passes `limit` by an admitted call.

    `subject` is the id of what is capped. `spent`, `overshoot` (settled above what was reserved)
    and `unpriced_calls` (calls whose cost nobody knows) count since `window_started_at`.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    scope = word("run", "session", "agent", "user", "workspace")
    subject = models.CharField(max_length=40)
    unit = word("usd", "tokens", "calls", "seconds")
    window = word("total", "day", "month", default="total")
    limit = models.DecimalField(max_digits=20, decimal_places=6)
    spent = models.DecimalField(max_digits=20, decimal_places=6, default=Decimal(0))
    reserved = models.DecimalField(max_digits=20, decimal_places=6, default=Decimal(0))
    overshoot = models.DecimalField(max_digits=20, decimal_places=6, default=Decimal(0))
    unpriced_calls = models.PositiveIntegerField(default=0)
    window_started_at = models.DateTimeField(db_default=ClockNow())

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "scope", "subject", "unit", "window"], name="budget_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.unit}"


class Reservation(StampedModel):
    """What one model call may still spend of a budget."""

    model_call = models.ForeignKey(ModelCall, on_delete=models.CASCADE)
    budget = models.ForeignKey(Budget, on_delete=models.CASCADE)
    amount = models.DecimalField(max_digits=20, decimal_places=6)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["model_call", "budget"], name="reservation_once"),
        ]

    def __str__(self) -> str:
        return f"{self.amount}"


class TaskRecord(IdModel):
    """A Celery task as the monitor shows it; survives restarts."""

    task_id = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    args_preview = models.CharField(max_length=300, blank=True)
    run_id = models.UUIDField(null=True, blank=True)
    state = word("started", "progress", "success", "failure", "lost", default="started")
    progress = models.CharField(max_length=300, blank=True)
    error = models.TextField(blank=True)
    worker = models.CharField(max_length=200, blank=True)
    started_at = models.DateTimeField(db_default=ClockNow())
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["-started_at", "-id"], name="task_newest")]

    def __str__(self) -> str:
        return f"{self.name} {self.state}"

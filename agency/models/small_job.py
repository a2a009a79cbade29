"""Small jobs for a cheap model: rows that no turn waits for."""

from django.db import models
from django.db.models import Q

from agency.models.session import Session
from framework.db.clock import ClockNow
from framework.db.fields import StampedModel, word

JOB_KINDS = ("title", "group_meta", "group_refine")


class SmallJob(StampedModel):
    """One thing to be named; `subject` is the session's id, or that of a group's first message.

    Whoever holds the newest `fence` may write the result until `lease_until`; after that anybody
    may take the job again.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="jobs")
    kind = word(*JOB_KINDS)
    subject = models.UUIDField()
    status = word("queued", "running", "done", "failed", default="queued")
    attempts = models.PositiveSmallIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)
    queued_at = models.DateTimeField(db_default=ClockNow())
    not_before = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    call = models.UUIDField(null=True, blank=True)
    error = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="small_job_once"),
            models.CheckConstraint(
                name="small_job_leased_when_running",
                condition=(
                    Q(status="running", lease_until__isnull=False)
                    | (~Q(status="running") & Q(lease_until=None))
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=["queued_at"],
                condition=Q(status__in=("queued", "running")),
                name="small_job_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"

"""Summaries that stand for the older part of a path; the messages themselves stay."""

from django.db import models
from django.db.models import Q

from agency.models.run import Run
from agency.models.session import Branch, Session
from framework.db.fields import StampedModel, word


class Compaction(StampedModel):
    """What the path of `branch` said up to and with the message at `depth`, in short.

    It holds for every path that shows these very messages. Running ⇔ its request is open.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="compactions")
    branch = models.ForeignKey(Branch, on_delete=models.CASCADE, related_name="compactions")
    run = models.ForeignKey(
        Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="compactions"
    )
    step = models.PositiveIntegerField(default=0)
    depth = models.PositiveIntegerField()
    reason = word("automatic", "overflow", "manual")
    state = word("running", "done", "failed", default="running")
    summary = models.TextField(blank=True)
    tokens_before = models.PositiveIntegerField()
    tokens_after = models.PositiveIntegerField(null=True, blank=True)
    model_call = models.UUIDField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    error = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=Q(state="running"), name="compaction_one_running"
            ),
            models.CheckConstraint(
                name="compaction_ended_unless_running",
                condition=(
                    Q(state="running", ended_at=None)
                    | (~Q(state="running") & Q(ended_at__isnull=False))
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=["branch", "depth"], condition=Q(state="done"), name="compaction_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason} {self.state}"

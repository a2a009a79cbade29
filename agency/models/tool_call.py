"""Tool calls are written ahead: begun in the database, then run, then settled."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from agency.models.message import Message
from agency.models.run import Run
from agency.models.session import Session
from framework.db.fields import StampedModel, word

CALL_STATES = (
    "proposed", "approved", "awaiting", "running", "waiting",
    "done", "failed", "denied", "cancelled", "unknown",
)  # fmt: skip
ENDED_STATES = ("done", "failed", "denied", "cancelled", "unknown")


class ToolCall(StampedModel):
    """One call; its id is the idempotency key that the tool is given."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="calls")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="calls")
    idx = models.PositiveSmallIntegerField()
    provider_call_id = models.CharField(max_length=200)
    name = models.CharField(max_length=200)
    args = models.JSONField()
    args_approved = models.JSONField(null=True, blank=True)
    effect = word("pure", "idempotent", "once")
    parallel = models.BooleanField(default=False)
    state = word(*CALL_STATES, default="proposed")
    decision = models.JSONField(null=True, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    fence = models.PositiveIntegerField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    progress = models.CharField(max_length=500, blank=True)
    result = models.JSONField(null=True, blank=True)
    output_path = models.CharField(max_length=300, blank=True)
    output_digest = models.CharField(max_length=64, blank=True)
    # A plain value: which session the call began or addressed stays true when that one is gone.
    child_session_id = models.UUIDField(null=True, blank=True, editable=False)

    class Meta:
        indexes = [
            # What the sweep looks for every second: the calls that wait for a child.
            models.Index(fields=["id"], condition=Q(state="waiting"), name="call_waiting"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["message", "idx"], name="call_place"),
            models.UniqueConstraint(
                fields=["message", "provider_call_id"], name="call_provider_id"
            ),
            models.CheckConstraint(
                name="call_ended_with_result",
                condition=(
                    Q(state__in=ENDED_STATES, result__isnull=False)
                    | (~Q(state__in=ENDED_STATES) & Q(result__isnull=True))
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.state}"


class Interruption(StampedModel):
    """A question or approval that waits for a person."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="interruptions")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="interruptions")
    tool_call = models.ForeignKey(
        ToolCall, null=True, blank=True, on_delete=models.CASCADE, related_name="interruptions"
    )
    kind = word("question", "approval", "reconcile", "limit")
    prompt = models.JSONField()
    # What a limit waits for. Loose, so that the question outlives the cap and shows that it went.
    budget = models.ForeignKey(
        "agency.Budget", null=True, blank=True, on_delete=models.DO_NOTHING, db_constraint=False,
        db_index=False, related_name="questions",
    )  # fmt: skip
    budget_version = models.PositiveIntegerField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    status = word("pending", "answered", "expired", "cancelled", default="pending")
    answer = models.JSONField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT
    )
    deadline = models.DateTimeField(null=True, blank=True)
    default_action = word("deny", "keep", default="keep")
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tool_call"], condition=Q(status="pending"), name="interruption_pending"
            ),
            models.CheckConstraint(
                name="interruption_answered",
                condition=(
                    Q(status="answered", answer__isnull=False, answered_by__isnull=False)
                    | (~Q(status="answered") & Q(answer__isnull=True, answered_by=None))
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=["deadline"], condition=Q(status="pending"), name="interruption_due"
            ),
            models.Index(
                fields=["budget"],
                condition=Q(status="pending", kind="limit"),
                name="interruption_limit",
            ),
            models.Index(fields=["session", "status"], name="interruption_session"),
            models.Index(fields=["-created_at", "-id"], name="interruption_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"

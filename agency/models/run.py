"""A run is one execution of the agent loop on one branch, suspensions included."""

from django.db import models
from django.db.models import Q

from agency.models.session import Branch, Session
from framework.db.clock import ClockNow
from framework.db.fields import IdModel, StampedModel, word

RUN_STATUSES = ("queued", "running", "suspended", "done", "failed", "stopped")
LIVE_STATUSES = ("queued", "running", "suspended")
PURPOSES = ("turn", "title", "group_meta", "compaction")


class Worker(IdModel):
    """One worker process: alive while its lease is renewed and its advisory lock held."""

    name = models.CharField(max_length=200)
    lock_key = models.BigIntegerField()
    state = word("up", "draining", "dead", default="up")
    started_at = models.DateTimeField(db_default=ClockNow())
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], condition=~Q(state="dead"), name="worker_alive"),
        ]

    def __str__(self) -> str:
        return self.name


class Run(StampedModel):
    """`fence` rises with every claim and hand-over; a write under an older fence is refused.

    `waits_for` is the provider that has no room for its next request, which may take
    `waits_charge` tokens; until `granted_until` room is kept for it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="runs")
    branch = models.ForeignKey(Branch, on_delete=models.CASCADE, related_name="runs")
    kind = word("turn", "child", "wake", "schedule", "compact", default="turn")
    execution = models.UUIDField(null=True, blank=True)
    status = word(*RUN_STATUSES, default="queued")
    fence = models.PositiveIntegerField(default=0)
    owner = models.ForeignKey(
        Worker, null=True, blank=True, on_delete=models.PROTECT, related_name="runs"
    )
    step = models.PositiveIntegerField(default=0)
    attempt = models.PositiveIntegerField(default=0)
    first_depth = models.PositiveIntegerField(default=0)
    stop_requested_at = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(db_default=ClockNow())
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    lost_count = models.PositiveIntegerField(default=0)
    error = models.JSONField(null=True, blank=True)
    waits_for = models.UUIDField(null=True, blank=True)
    waits_since = models.DateTimeField(null=True, blank=True)
    waits_charge = models.PositiveIntegerField(null=True, blank=True)
    granted_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=Q(status__in=LIVE_STATUSES), name="run_one_live"
            ),
            models.CheckConstraint(
                name="run_owner_when_running",
                condition=(
                    Q(status="running", owner__isnull=False)
                    | (~Q(status="running") & Q(owner=None))
                ),
            ),
            models.CheckConstraint(
                name="run_stop_only_running",
                condition=Q(stop_requested_at=None) | ~Q(status__in=("queued", "suspended")),
            ),
        ]
        indexes = [
            models.Index(
                fields=["not_before", "queued_at"], condition=Q(status="queued"), name="run_queued"
            ),
            models.Index(fields=["owner"], condition=Q(status="running"), name="run_running"),
            models.Index(fields=["-created_at", "-id"], name="run_newest"),
            models.Index(
                fields=["waits_for"],
                condition=Q(waits_for__isnull=False, status__in=("queued", "running")),
                name="run_waits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"

    @property
    def is_live(self) -> bool:
        """True until the run has ended."""
        return self.status in LIVE_STATUSES


class ModelCall(StampedModel):
    """The usage ledger: one row for each request to a model, settled once, never deleted.

    `charge` is what it counts for under its provider's limits until its usage is known.
    """

    session_id = models.UUIDField(db_index=True)
    run_id = models.UUIDField(null=True, blank=True)
    workspace_id = models.UUIDField(null=True)
    user_id = models.BigIntegerField(null=True)
    agent_id = models.UUIDField(null=True)
    step = models.PositiveIntegerField(null=True)
    attempt = models.PositiveIntegerField(default=1)
    purpose = word(*PURPOSES, default="turn")
    provider_id = models.UUIDField(null=True)
    model = models.CharField(max_length=200)
    fallback_of = models.CharField(max_length=200, blank=True)
    charge = models.PositiveIntegerField(default=0)
    prompt_digest = models.CharField(max_length=64, blank=True)
    state = word("started", "done", "failed", "cut", default="started")
    first_token_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    input_tokens = models.PositiveIntegerField(null=True)
    output_tokens = models.PositiveIntegerField(null=True)
    cache_read_tokens = models.PositiveIntegerField(null=True)
    cache_write_tokens = models.PositiveIntegerField(null=True)
    estimated = models.BooleanField(default=False)
    price = models.JSONField(null=True)
    cost = models.DecimalField(max_digits=16, decimal_places=8, null=True)
    error = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run_id", "step", "attempt"],
                condition=Q(run_id__isnull=False),
                name="model_call_once",
            ),
        ]
        indexes = [
            models.Index(fields=["workspace_id", "created_at"], name="model_call_workspace"),
            models.Index(fields=["user_id", "created_at"], name="model_call_user"),
            models.Index(fields=["provider_id", "created_at"], name="model_call_provider"),
            models.Index(
                fields=["provider_id"], condition=Q(state="started"), name="model_call_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.state}"

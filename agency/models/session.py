"""A session is one agent's tree of messages."""

from django.conf import settings
from django.db import models

from agency.models.catalogue import Agent
from agency.models.identity import Workspace
from framework.db.fields import VersionedModel, word

SESSION_KINDS = ("chat", "child", "invoked", "browser", "member", "test", "standing")
# Begun by another session, or for a trial: left out of lists unless asked for.
UNLISTED_KINDS = ("child", "invoked", "browser", "test")
SESSION_STATUSES = (
    "idle", "queued", "running", "waiting", "waiting_retry", "completed", "stopped", "failed",
)  # fmt: skip


class Session(VersionedModel):
    """Nothing of the agent is copied in: unset overrides follow the defaults as they are now."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False)
    visibility = word("private", "workspace", default="private")
    kind = word(*SESSION_KINDS, default="chat")
    parent = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="children",
        db_index=False,
    )
    parent_call = models.OneToOneField(
        "agency.ToolCall", null=True, blank=True, on_delete=models.SET_NULL, related_name="child"
    )
    root = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    depth = models.PositiveSmallIntegerField(default=0)
    agent = models.ForeignKey(
        Agent, null=True, blank=True, on_delete=models.SET_NULL, db_index=False
    )
    mode = models.ForeignKey("agency.Mode", null=True, blank=True, on_delete=models.SET_NULL)
    folder = models.CharField(max_length=500, blank=True)
    overrides = models.JSONField(default=dict, blank=True)
    dashboard = models.UUIDField(null=True, blank=True)
    name = models.CharField(max_length=200, blank=True)
    name_source = word("auto", "person", default="auto")
    status = word(*SESSION_STATUSES, default="idle")
    queue_paused = models.BooleanField(default=False)
    active_branch = models.ForeignKey(
        "agency.Branch", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-updated_at", "-id"], name="session_mine"),
            models.Index(
                fields=["workspace", "-updated_at", "-id"],
                condition=models.Q(visibility="workspace"),
                name="session_of_workspace",
            ),
            models.Index(fields=["owner", "status", "-updated_at", "-id"], name="session_status"),
            models.Index(fields=["agent", "-updated_at", "-id"], name="session_agent"),
            models.Index(fields=["parent", "-updated_at", "-id"], name="session_parent"),
            models.Index(
                fields=["dashboard", "-updated_at", "-id"],
                condition=models.Q(dashboard__isnull=False),
                name="session_dashboard",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "workspace"],
                condition=models.Q(kind="standing"),
                name="session_standing_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)


class Branch(VersionedModel):
    """A line of messages; the base branch owns the message at `fork_depth` (0 = before all)."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="branches")
    base_branch = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="forks"
    )
    fork_depth = models.PositiveIntegerField(null=True, blank=True)
    head_depth = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    name = models.CharField(max_length=120, blank=True)
    hidden = models.BooleanField(default=False)
    context = models.JSONField(null=True, blank=True)
    """How full the model's window was after the last answer or summary here; null = unknown."""

    class Meta:
        verbose_name_plural = "branches"
        constraints = [
            models.CheckConstraint(
                name="branch_base_and_fork",
                condition=(
                    models.Q(base_branch=None, fork_depth=None)
                    | models.Q(base_branch__isnull=False, fork_depth__isnull=False)
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)

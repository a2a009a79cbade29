"""People, workspaces and the keys that programs use."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from framework.db.clock import ClockNow
from framework.db.fields import IdModel, StampedModel, VersionedModel, word

ROLES = ("owner", "editor", "viewer")


class User(AbstractUser):
    """A person. `epoch` rises when every socket and token link must be given up."""

    display_name = models.CharField(max_length=120, blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    epoch = models.PositiveIntegerField(default=0, editable=False)

    @property
    def shown_name(self) -> str:
        """What other people see."""
        return self.display_name or self.get_username()


class Workspace(VersionedModel):
    """What a team shares: agents, models, policies, defaults."""

    name = models.CharField(max_length=120)
    system_prompt = models.TextField(blank=True)
    default_model = models.ForeignKey(
        "agency.Model", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    defaults = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return self.name


class Membership(StampedModel):
    """A person's role in a workspace; answering is a permission of its own."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    role = word(*ROLES, default="editor")
    can_answer = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "user"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.workspace_id} as {self.role}"


class ApiToken(StampedModel):
    """A program's key: only its SHA-256 is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE)
    name = models.CharField(max_length=120)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API token"

    def __str__(self) -> str:
        return self.name


class WelcomeLink(IdModel):
    """A link that signs one person in, once; only its SHA-256 is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(db_default=ClockNow())
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"for {self.user_id}"

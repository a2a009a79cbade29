"""Tools that exist, and the rules for using them."""

from django.conf import settings
from django.db import models

from agency.models.catalogue import Agent, McpServer
from agency.models.identity import Workspace
from framework.db.fields import StampedModel, VersionedModel, word


class Tool(VersionedModel):
    """A tool that the registry or a server offers; `digest` changes with its schema."""

    workspace = models.ForeignKey(Workspace, null=True, blank=True, on_delete=models.CASCADE)
    server = models.ForeignKey(McpServer, null=True, blank=True, on_delete=models.CASCADE)
    name = models.CharField(max_length=128)
    description = models.TextField(blank=True)
    schema = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    effect = word("pure", "idempotent", "once")
    parallel = models.BooleanField(default=False)
    default_policy = word("allow", "ask", "deny", default="ask")
    kind = word("function", "question", "server", "child", default="function")
    available = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "name"], name="tool_once", nulls_distinct=False
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Policy(StampedModel):
    """A rule of one scope: which tool, which outcome, for which argument."""

    scope = word("workspace", "agent", "session")
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.CASCADE)
    session = models.ForeignKey(
        "agency.Session", null=True, blank=True, on_delete=models.CASCADE, related_name="policies"
    )
    pattern = models.CharField(max_length=200)
    outcome = word("allow", "ask", "deny")
    argument = models.JSONField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    reason = models.CharField(max_length=500, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(
                name="policy_scope",
                condition=(
                    models.Q(scope="workspace", agent=None, session=None)
                    | models.Q(scope="agent", agent__isnull=False, session=None)
                    | models.Q(scope="session", session__isnull=False, agent=None)
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} {self.pattern}"

"""What a workspace can use: providers, models, profiles, agents, modes, skills, servers."""

from django.db import models

from agency.models.identity import Workspace
from framework.db.fields import VersionedModel, word

PROVIDER_KINDS = ("anthropic", "openai", "demo", "plugin")


class CatalogueModel(VersionedModel):
    """A named thing of a workspace."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    name = models.CharField(max_length=120)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


def _order(name: str) -> list[models.Index]:
    return [models.Index(fields=["workspace", "name", "id"], name=f"{name}_order")]


class Provider(CatalogueModel):
    """Where models are called; the key is encrypted and never read back by people.

    `failures` counts those in a row; after some of them nobody calls it until `broken_until`.
    `watched_in_row` counts how often somebody who is watched went before the others.
    """

    kind = word(*PROVIDER_KINDS)
    base_url = models.CharField(max_length=500, blank=True)
    encrypted_key = models.BinaryField(null=True, blank=True)
    key_source = word("none", "stored", "environment", default="none")
    options = models.JSONField(default=dict, blank=True)
    slots = models.PositiveIntegerField(null=True, blank=True)
    requests_per_minute = models.PositiveIntegerField(null=True, blank=True)
    tokens_per_minute = models.PositiveIntegerField(null=True, blank=True)
    cooldown_until = models.DateTimeField(null=True, blank=True)
    broken_until = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    watched_in_row = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    enabled = models.BooleanField(default=True)

    class Meta:
        indexes = _order("provider")


class Model(CatalogueModel):
    """A model of a provider; prices in USD for a million tokens, null = unknown."""

    provider = models.ForeignKey(Provider, on_delete=models.CASCADE)
    model_id = models.CharField(max_length=200)
    window = models.PositiveIntegerField(default=200_000)
    max_output = models.PositiveIntegerField(default=8_192)
    price_input = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    price_output = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    price_cache_read = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    price_cache_write = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    abilities = models.JSONField(default=dict, blank=True)
    enabled = models.BooleanField(default=True)

    class Meta:
        indexes = _order("model")
        constraints = [
            models.UniqueConstraint(fields=["provider", "model_id"], name="model_once"),
        ]


class Profile(CatalogueModel):
    """A template from which agents are made."""

    role = models.CharField(max_length=200, blank=True)
    focus = models.CharField(max_length=500, blank=True)
    system_prompt = models.TextField(blank=True)
    settings = models.JSONField(default=dict, blank=True)

    class Meta:
        indexes = _order("profile")


class Mode(CatalogueModel):
    """A way of working: which tools, which prompt, which folder."""

    slug = models.SlugField(max_length=60)
    prompt = models.TextField(blank=True)
    tools = models.JSONField(null=True, blank=True)
    folder = models.CharField(max_length=500, blank=True)
    builtin = models.BooleanField(default=False)

    class Meta:
        indexes = _order("mode")
        constraints = [models.UniqueConstraint(fields=["workspace", "slug"], name="mode_once")]


class Agent(CatalogueModel):
    """An instance of a profile in a workspace."""

    profile = models.ForeignKey(Profile, null=True, blank=True, on_delete=models.SET_NULL)
    aliases = models.JSONField(default=list, blank=True)
    role = models.CharField(max_length=200, blank=True)
    focus = models.CharField(max_length=500, blank=True)
    system_prompt = models.TextField(blank=True)
    model = models.ForeignKey(
        Model, null=True, blank=True, on_delete=models.SET_NULL, related_name="agents"
    )
    prefers = models.JSONField(default=list, blank=True)
    fallbacks = models.JSONField(default=list, blank=True)
    mode = models.ForeignKey(Mode, null=True, blank=True, on_delete=models.SET_NULL)
    tools = models.JSONField(null=True, blank=True)
    limits = models.JSONField(default=dict, blank=True)
    kind = word("agent", "secretary", default="agent")
    greeting = models.TextField(blank=True)
    enabled = models.BooleanField(default=True)

    class Meta:
        indexes = _order("agent")


class Skill(CatalogueModel):
    """Knowledge that an agent opens on demand."""

    description = models.CharField(max_length=1_000, blank=True)
    body = models.TextField(blank=True)
    folder = models.CharField(max_length=500, blank=True)

    class Meta:
        indexes = _order("skill")


class McpServer(CatalogueModel):
    """A tool server that speaks the Model Context Protocol."""

    slug = models.SlugField(max_length=60)
    transport = word("stdio", "http")
    command = models.JSONField(default=list, blank=True)
    url = models.CharField(max_length=500, blank=True)
    encrypted_secrets = models.BinaryField(null=True, blank=True)
    encrypted_grant = models.BinaryField(null=True, blank=True)
    refresh_locked_until = models.DateTimeField(null=True, blank=True)
    status = word("unknown", "connected", "failed", "disabled", default="unknown")
    last_error = models.TextField(blank=True)

    class Meta:
        verbose_name = "MCP server"
        indexes = _order("mcp")
        constraints = [models.UniqueConstraint(fields=["workspace", "slug"], name="mcp_once")]

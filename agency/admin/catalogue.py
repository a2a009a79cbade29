"""Providers, models, agents and what they are made of.

People change these in the product, where every field is checked and every client is told; here
they are found, read, switched off and on.
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, acting_in, run_command
from agency.channel.observe import observed
from agency.commands.catalogue.update_row import update_row
from agency.models import (
    Agent,
    McpServer,
    Mode,
    Model,
    Policy,
    Profile,
    Provider,
    Session,
    Skill,
    Tool,
)


class CatalogueAdmin(TruthAdmin):
    """A list of one kind of catalogue row."""

    list_display: Any = ("name", "workspace", "updated_at")
    list_select_related: ClassVar[Any] = ("workspace",)
    search_ids: tuple[str, ...] = ("id", "workspace")
    search_names: tuple[str, ...] = ("name",)
    ordering: ClassVar[Any] = ("-id",)


class SwitchableAdmin(CatalogueAdmin):
    """Rows that can be switched off."""

    list_filter: ClassVar[Any] = ("enabled",)
    actions = ("switch_on", "switch_off")

    @admin.action(description="Switch on", permissions=["act"])
    def switch_on(self, request: HttpRequest, rows: QuerySet[Any, Any]) -> None:
        """Make each usable again."""
        self._switch(request, rows, True)

    @admin.action(description="Switch off", permissions=["act"])
    def switch_off(self, request: HttpRequest, rows: QuerySet[Any, Any]) -> None:
        """Make each unusable without deleting it."""
        self._switch(request, rows, False)

    def _switch(self, request: HttpRequest, rows: QuerySet[Any, Any], enabled: bool) -> None:
        resource = observed(self.model).resource
        run_command(
            self,
            request,
            rows,
            lambda row: update_row(
                user_id=acting_in(request, row.workspace_id),
                resource=resource,
                row_id=row.id,
                changes={"enabled": enabled},
            ),
            "Switched",
        )


@admin.register(Provider)
class ProviderAdmin(SwitchableAdmin):
    """Where models are called; keys are never shown."""

    list_display = ("name", "kind", "workspace", "key_source", "enabled", "cooldown_until")
    list_filter = ("kind", "enabled")
    related_lists = ((Model, "provider"),)


@admin.register(Model)
class ModelAdmin(SwitchableAdmin):
    """Models with window and prices."""

    list_display = ("name", "model_id", "provider", "window", "enabled")
    search_ids = ("id", "workspace", "provider")
    search_names = ("name", "model_id")
    list_select_related = ("provider",)


@admin.register(Agent)
class AgentAdmin(SwitchableAdmin):
    """Agents."""

    list_display = ("name", "kind", "workspace", "model", "enabled", "updated_at")
    list_select_related = ("workspace", "model")
    list_filter = ("kind", "enabled")
    related_lists = ((Session, "agent"), (Policy, "agent"))


@admin.register(McpServer)
class McpServerAdmin(CatalogueAdmin):
    """Tool servers; their secrets are never shown."""

    list_display = ("name", "slug", "transport", "status", "updated_at")
    list_filter = ("transport", "status")
    related_lists = ((Tool, "server"),)


admin.site.register(Profile, CatalogueAdmin)
admin.site.register(Mode, CatalogueAdmin)
admin.site.register(Skill, CatalogueAdmin)

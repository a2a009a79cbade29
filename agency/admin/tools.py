"""Tools, rules, calls and questions."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, acting_in, run_command
from agency.commands.catalogue.delete_policy import delete_policy
from agency.commands.interruption.expire_interruption import expire_interruption
from agency.models import Interruption, Message, Policy, Tool, ToolCall


@admin.register(Tool)
class ToolAdmin(TruthAdmin):
    """What the registry and the servers offer."""

    list_display = ("name", "kind", "effect", "parallel", "default_policy", "available")
    list_filter = ("kind", "effect", "default_policy", "available")
    search_ids = ("id", "server")
    search_names = ("name",)
    ordering = ("name",)


@admin.register(Policy)
class PolicyAdmin(TruthAdmin):
    """Rules; they are written where they apply and revoked here too."""

    list_display = ("pattern", "outcome", "scope", "workspace", "agent", "made_by", "expires_at")
    list_filter = ("scope", "outcome")
    list_select_related = ("workspace", "agent", "made_by")
    search_ids = ("id", "workspace", "agent", "session")
    search_names = ("pattern",)
    ordering = ("-id",)
    actions = ("revoke",)

    @admin.action(description="Revoke", permissions=["act"])
    def revoke(self, request: HttpRequest, rows: QuerySet[Policy, Policy]) -> None:
        """Delete each rule through the command, with rights of its workspace."""
        run_command(
            self,
            request,
            rows,
            lambda rule: delete_policy(
                user_id=acting_in(request, rule.workspace_id), policy_id=rule.id
            ),
            "Revoked",
        )


@admin.register(ToolCall)
class ToolCallAdmin(TruthAdmin):
    """Calls: proposed, approved, executed."""

    list_display = ("id", "name", "state", "effect", "session", "attempt", "created_at")
    list_filter = ("state", "effect")
    list_select_related = ("session",)
    search_ids = ("id", "session", "run", "message")
    related_lists = ((Interruption, "tool_call"), (Message, "call"))
    ordering = ("-id",)


@admin.register(Interruption)
class InterruptionAdmin(TruthAdmin):
    """Questions to people. They are answered in the product, by those who may."""

    list_display = ("id", "kind", "status", "session", "deadline", "answered_by", "created_at")
    list_filter = ("status", "kind")
    list_select_related = ("session", "answered_by")
    search_ids = ("id", "session", "run", "tool_call")
    ordering = ("-created_at", "-id")
    actions = ("expire",)

    @admin.action(description="Let them expire now", permissions=["act"])
    def expire(self, request: HttpRequest, rows: QuerySet[Interruption, Interruption]) -> None:
        """End each as if its time had passed."""
        run_command(
            self,
            request,
            rows,
            lambda row: expire_interruption(interruption_id=row.id, early=True),
            "Expired",
        )

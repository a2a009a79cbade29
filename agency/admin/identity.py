"""People and their keys."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, run_command
from agency.commands.identity.revoke_token import revoke_token
from agency.models import ApiToken, Membership, SignInAttempt, User, WelcomeLink, Workspace

admin.site.unregister(Group)
admin.site.site_header = "Agency"
admin.site.site_title = "Agency"
admin.site.index_title = "Everything that is kept"


@admin.register(User)
class UserAdmin(StockUserAdmin):
    """People; roles in workspaces are given in the product."""

    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("display_name", "email")}),
        ("May sign in, and where", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("When", {"fields": ("last_login", "date_joined")}),
    )
    list_display = ("username", "display_name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")


@admin.register(Workspace)
class WorkspaceAdmin(TruthAdmin):
    """Workspaces; they are changed in the product."""

    list_display = ("name", "default_model", "created_at")
    list_select_related = ("default_model",)
    ordering = ("-id",)


@admin.register(Membership)
class MembershipAdmin(TruthAdmin):
    """Who belongs where; changed in the product's settings."""

    list_display = ("user", "workspace", "role", "can_answer")
    list_filter = ("role", "can_answer")
    list_select_related = ("user", "workspace")
    ordering = ("-id",)


@admin.register(ApiToken)
class ApiTokenAdmin(TruthAdmin):
    """Programs' keys, by name and use only."""

    list_display = ("name", "user", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user",)
    exclude = ("token_hash",)
    ordering = ("-id",)
    actions = ("revoke",)

    @admin.action(description="Revoke", permissions=["act"])
    def revoke(self, request: HttpRequest, rows: QuerySet[ApiToken, ApiToken]) -> None:
        """Revoke each; its sockets close within seconds."""
        act: Any = revoke_token
        run_command(
            self,
            request,
            rows,
            lambda row: act(user_id=row.user_id, token_id=row.id),
            "Revoked",
        )

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Who may revoke other people's keys."""
        return request.user.is_superuser


@admin.register(WelcomeLink)
class WelcomeLinkAdmin(TruthAdmin):
    """Links that sign one person in, once."""

    list_display = ("user", "created_at", "expires_at", "used_at")
    list_select_related = ("user",)
    exclude = ("token_hash",)
    ordering = ("-id",)


@admin.register(SignInAttempt)
class SignInAttemptAdmin(TruthAdmin):
    """Failed sign-ins."""

    list_display = ("at", "address")
    exclude = ("username_hash",)
    ordering = ("-at",)

"""People and their keys."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, run_command
from agency.admin.display import list_links
from agency.admin.paginator import EstimatingPaginator
from agency.admin.people import PeopleAdmin
from agency.commands.identity.revoke_token import revoke_token
from agency.models import (
    Agent,
    ApiToken,
    Membership,
    Policy,
    Provider,
    Session,
    User,
    WelcomeLink,
    Workspace,
)

admin.site.unregister(Group)
admin.site.site_header = "Agency"
admin.site.site_title = "Agency"
admin.site.index_title = "Everything that is kept"

BELONGINGS = list_links(((Session, "owner"), (Membership, "user"), (ApiToken, "user")))


@admin.register(User)
class UserAdmin(PeopleAdmin):
    """People; roles in workspaces are given in the product."""

    paginator = EstimatingPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50

    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("display_name", "email")}),
        ("May sign in, and where", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("When", {"fields": ("last_login", "date_joined", BELONGINGS)}),
    )
    list_display = ("username", "display_name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    filter_horizontal = ()
    readonly_fields: ClassVar[Any] = ("last_login", "date_joined", BELONGINGS)


@admin.register(Workspace)
class WorkspaceAdmin(TruthAdmin):
    """Workspaces; they are changed in the product."""

    list_display = ("name", "default_model", "created_at")
    list_select_related = ("default_model",)
    search_names = ("name",)
    related_lists = (
        (Membership, "workspace"), (Agent, "workspace"), (Provider, "workspace"),
        (Policy, "workspace"), (Session, "workspace"),
    )  # fmt: skip
    ordering = ("-id",)


@admin.register(Membership)
class MembershipAdmin(TruthAdmin):
    """Who belongs where; changed in the product's settings."""

    list_display = ("user", "workspace", "role", "can_answer")
    list_filter = ("role", "can_answer")
    list_select_related = ("user", "workspace")
    search_ids = ("id", "workspace")
    ordering = ("-id",)


@admin.register(ApiToken)
class ApiTokenAdmin(TruthAdmin):
    """Programs' keys, by name and use only."""

    list_display = ("name", "user", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user",)
    search_names = ("name",)
    hidden = ("token_hash",)
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


@admin.register(WelcomeLink)
class WelcomeLinkAdmin(TruthAdmin):
    """Links that sign one person in, once."""

    list_display = ("user", "created_at", "expires_at", "used_at")
    list_select_related = ("user",)
    hidden = ("token_hash",)
    ordering = ("-id",)

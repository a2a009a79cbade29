"""What models do beside the conversations."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import SmallJob


@admin.register(SmallJob)
class SmallJobAdmin(TruthAdmin):
    """Titles and names of groups, asked for or made."""

    list_display = ("id", "kind", "status", "session", "attempts", "queued_at", "not_before")
    list_select_related = ("session",)
    list_filter = ("kind", "status")
    search_ids = ("id", "session", "subject")
    ordering = ("-id",)

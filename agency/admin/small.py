"""What models do beside the conversations."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import Compaction, PastCall, SmallJob


@admin.register(SmallJob)
class SmallJobAdmin(TruthAdmin):
    """Titles and names of groups, asked for or made."""

    list_display = ("id", "kind", "status", "session", "attempts", "queued_at", "not_before")
    list_select_related = ("session",)
    list_filter = ("kind", "status")
    search_ids = ("id", "session", "subject")
    ordering = ("-id",)


@admin.register(Compaction)
class CompactionAdmin(TruthAdmin):
    """Summaries of long paths, begun, made or given up."""

    list_display = ("id", "reason", "state", "session", "depth", "tokens_before", "tokens_after")
    list_select_related = ("session",)
    list_filter = ("reason", "state")
    search_ids = ("id", "session", "branch", "run")
    ordering = ("-id",)


@admin.register(PastCall)
class PastCallAdmin(TruthAdmin):
    """What imported sessions used elsewhere."""

    list_display = ("id", "session", "run", "created_at")
    list_select_related = ("session", "run")
    search_ids = ("id", "session", "run")
    ordering = ("-id",)

"""What search looks at, and what it has yet to look at."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import SearchDuty, SearchSegment, SearchText


@admin.register(SearchSegment)
class SearchSegmentAdmin(TruthAdmin):
    """Bounded stretches of indexed texts."""

    list_display = ("id", "domain", "lane", "rows", "size", "is_open", "first_at", "last_at")
    list_filter = ("lane", "is_open")
    search_ids = ()
    ordering = ("-id",)


@admin.register(SearchText)
class SearchTextAdmin(TruthAdmin):
    """Folded names and messages."""

    list_display = ("id", "segment", "session", "subject", "start", "at")
    list_select_related = ("segment", "session")
    search_ids = ("session", "message")
    hidden = ("keys",)
    ordering = ("-id",)


@admin.register(SearchDuty)
class SearchDutyAdmin(TruthAdmin):
    """What waits to be indexed; it is empty a second after the last message."""

    list_display = ("id", "session_id", "message_id", "late")
    list_filter = ("late",)
    search_ids = ()
    ordering = ("-id",)

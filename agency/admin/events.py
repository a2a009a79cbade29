"""The event log."""

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Q

from agency.admin.base import TruthAdmin
from framework.events.models import STREAM_KINDS, Event, Stream

STREAM_HINT = "a stream such as session.<id>, or the id alone"


def stream_named(term: str, prefix: str = "") -> Q:
    """The stream `session.<id>`, or any of that subject."""
    kind, dot, subject = term.partition(".")
    kinds = [kind] if dot else list(STREAM_KINDS)
    return Q(**{f"{prefix}kind__in": kinds, f"{prefix}subject": subject if dot else term})


@admin.register(Stream)
class StreamAdmin(TruthAdmin):
    """How far each stream has counted."""

    list_display = ("__str__", "last_seq", "first_kept")
    list_filter = ("kind",)
    search_hint = STREAM_HINT
    ordering = ("-id",)
    related_lists = ((Event, "stream"),)

    def matching(self, term: str) -> Q:
        """By name or subject."""
        return stream_named(term)


@admin.register(Event)
class EventAdmin(TruthAdmin):
    """What clients were told."""

    list_display = ("id", "stream", "seq", "at", "told")
    list_select_related = ("stream",)
    search_hint = STREAM_HINT
    ordering = ("-id",)

    @admin.display(description="event")
    def told(self, event: Event) -> str:
        """The kind of frame."""
        return str(event.frame.get("event") or event.frame.get("type") or event.frame.get("topic"))

    def matching(self, term: str) -> Q:
        """By the stream's name or subject."""
        return stream_named(term, "stream__")


@admin.register(LogEntry)
class LogEntryAdmin(TruthAdmin):
    """What was done in these pages, and by whom."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_select_related = ("user", "content_type")
    list_filter = ("action_flag",)
    search_ids = ()
    ordering = ("-id",)

"""The event log."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from framework.events.models import Event, Stream


@admin.register(Stream)
class StreamAdmin(TruthAdmin):
    """How far each stream has counted."""

    list_display = ("__str__", "last_seq", "first_kept")
    list_filter = ("kind",)
    search_fields = ("subject__exact",)
    ordering = ("-id",)


@admin.register(Event)
class EventAdmin(TruthAdmin):
    """What clients were told."""

    list_display = ("id", "stream", "seq", "at")
    list_select_related = ("stream",)
    search_fields = ("stream__subject__exact",)
    ordering = ("-id",)

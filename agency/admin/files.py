"""Stored bytes by their rows; the bytes themselves are served by the product."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import Attachment, Document, Photo


@admin.register(Attachment, Document, Photo)
class StoredFileAdmin(TruthAdmin):
    """What was kept, by whom, how large."""

    list_display = ("id", "name", "media_type", "size", "owner", "created_at")
    list_filter = ("media_type",)
    list_select_related = ("owner",)
    search_fields = ("id__exact", "name")
    ordering = ("-id",)

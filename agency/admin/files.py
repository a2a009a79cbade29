"""Stored bytes by their rows; the bytes themselves are served by the product."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import Attachment, Document, Photo


@admin.register(Document, Photo)
class StoredFileAdmin(TruthAdmin):
    """What was kept, by whom, how large."""

    list_display = ("id", "name", "media_type", "size", "owner", "created_at")
    list_select_related = ("owner",)
    search_names = ("name",)
    ordering = ("-id",)


@admin.register(Attachment)
class AttachmentAdmin(StoredFileAdmin):
    """What came with messages."""

    search_ids = ("id", "session")

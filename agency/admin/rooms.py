"""Conversations of several agents and people."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import ChatMessage, Conversation, Member, ReplyTurn


@admin.register(Conversation)
class ConversationAdmin(TruthAdmin):
    """Rooms."""

    list_display = ("__str__", "kind", "workspace", "last_seq", "created_at")
    list_filter = ("kind",)
    list_select_related = ("workspace",)
    search_names = ("name",)
    related_lists = ((Member, "conversation"), (ChatMessage, "conversation"))
    ordering = ("-id",)


@admin.register(Member)
class MemberAdmin(TruthAdmin):
    """Who belongs to a room, and how far each has read."""

    list_display = ("id", "conversation", "session", "user", "read_seq")
    list_select_related = ("conversation", "session", "user")
    search_ids = ("id", "conversation", "session")
    related_lists = ((ReplyTurn, "member"),)
    ordering = ("-id",)


@admin.register(ChatMessage)
class ChatMessageAdmin(TruthAdmin):
    """What was said."""

    list_display = ("id", "conversation", "seq", "created_at")
    list_select_related = ("conversation",)
    search_ids = ("id", "conversation")
    ordering = ("-id",)


@admin.register(ReplyTurn)
class ReplyTurnAdmin(TruthAdmin):
    """Duties to answer."""

    list_display = ("id", "member", "policy", "status", "outcome")
    list_filter = ("status", "policy")
    list_select_related = ("member",)
    search_ids = ("id", "member", "run")
    ordering = ("-id",)

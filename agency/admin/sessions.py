"""Sessions, branches, messages and what waits in queues."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, as_uuid, run_command
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.resume_session import resume_session
from agency.commands.session.stop_session import stop_session
from agency.models import (
    Branch,
    Idempotency,
    Interruption,
    Message,
    ModelCall,
    QueuedMessage,
    Run,
    Session,
    ToolCall,
    ToolGroup,
)
from agency.queries.search_everything import every_message_with, every_session_with


@admin.register(Session)
class SessionAdmin(TruthAdmin):
    """Sessions with their state; actions act for the owner through the product's commands."""

    list_display = ("__str__", "status", "kind", "owner", "agent", "updated_at", "closed_at")
    list_filter = ("status", "kind", "visibility", ("closed_at", admin.EmptyFieldListFilter))
    list_select_related = ("owner", "agent")
    search_ids = ("id", "parent", "root", "agent")
    search_hint = "its id; the id of its parent, root, agent; words in its name or messages"
    related_lists = (
        (Message, "session"), (Run, "session"), (Branch, "session"), (ToolCall, "session"),
        (Interruption, "session"), (QueuedMessage, "session"), (ModelCall, "session_id"),
        (Session, "parent"),
    )  # fmt: skip
    ordering = ("-id",)
    actions = ("stop", "close", "resume", "delete_whole")

    def matching(self, term: str) -> Q:
        """By an id, or by the same search that people have."""
        return super().matching(term) if as_uuid(term) else Q(id__in=every_session_with(term))

    @admin.action(description="Stop what they do", permissions=["act"])
    def stop(self, request: HttpRequest, rows: QuerySet[Session, Session]) -> None:
        """Stop the live run of each."""
        run_command(self, request, rows, _for_owner(stop_session), "Stopped")

    @admin.action(description="Close", permissions=["act"])
    def close(self, request: HttpRequest, rows: QuerySet[Session, Session]) -> None:
        """Stop and close each."""
        run_command(self, request, rows, _for_owner(close_session), "Closed")

    @admin.action(description="Resume", permissions=["act"])
    def resume(self, request: HttpRequest, rows: QuerySet[Session, Session]) -> None:
        """Open each again."""
        run_command(self, request, rows, _for_owner(resume_session), "Resumed")

    @admin.action(description="Delete with everything of them", permissions=["act"])
    def delete_whole(self, request: HttpRequest, rows: QuerySet[Session, Session]) -> None:
        """Delete each through the command, so that clients are told."""
        run_command(self, request, rows, _for_owner(delete_session), "Deleted")


def _for_owner(command: Any) -> Any:
    return lambda row: command(user_id=row.owner_id, session_id=row.id)


@admin.register(Branch)
class BranchAdmin(TruthAdmin):
    """Where paths fork."""

    list_display = ("id", "session", "base_branch", "fork_depth", "head_depth", "name", "hidden")
    list_select_related = ("session", "base_branch")
    list_filter = ("hidden",)
    search_ids = ("id", "session", "base_branch")
    related_lists = ((Message, "branch"), (Branch, "base_branch"), (Run, "branch"))
    ordering = ("-id",)


@admin.register(Message)
class MessageAdmin(TruthAdmin):
    """Messages never change."""

    list_display = ("id", "role", "session", "depth", "settled", "partial", "created_at")
    list_select_related = ("session",)
    list_filter = ("role", "settled", "partial")
    search_ids = ("id", "session", "branch", "run")
    search_hint = "its id; the id of its session, branch, run; words in it (the newest thousand)"
    related_lists = ((ToolCall, "message"),)
    ordering = ("-id",)

    def matching(self, term: str) -> Q:
        """By an id, or by the same search that people have."""
        return super().matching(term) if as_uuid(term) else Q(id__in=every_message_with(term))


@admin.register(QueuedMessage)
class QueuedMessageAdmin(TruthAdmin):
    """Messages that wait for their turn."""

    list_display = ("id", "session", "position", "strategy", "author", "created_at")
    list_select_related = ("session", "author")
    search_ids = ("id", "session")
    ordering = ("-id",)


@admin.register(ToolGroup)
class ToolGroupAdmin(TruthAdmin):
    """Names and icons of runs of tool calls."""

    list_display = ("id", "session", "name", "refined")
    list_select_related = ("session",)
    search_ids = ("id", "session", "message")
    ordering = ("-id",)


@admin.register(Idempotency)
class IdempotencyAdmin(TruthAdmin):
    """First answers to requests that may come again."""

    list_display = ("key", "user", "status", "expires_at")
    list_select_related = ("user",)
    hidden = ("answer",)
    ordering = ("-id",)

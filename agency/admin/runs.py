"""Runs, their model calls, and the workers that hold them."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, run_command
from agency.commands.run.stop_run import stop_run
from agency.models import (
    Interruption,
    Message,
    ModelCall,
    Run,
    TaskRecord,
    ToolCall,
    Worker,
)


@admin.register(Run)
class RunAdmin(TruthAdmin):
    """One execution of the loop each."""

    list_display = (
        "id", "status", "kind", "session", "step", "fence", "owner", "lost_count", "queued_at",
    )  # fmt: skip
    list_filter = ("status", "kind")
    list_select_related = ("session", "owner")
    search_ids = ("id", "session")
    related_lists = (
        (Message, "run"), (ToolCall, "run"), (Interruption, "run"), (ModelCall, "run_id"),
    )  # fmt: skip
    ordering = ("-created_at", "-id")
    actions = ("stop",)

    @admin.action(description="Stop", permissions=["act"])
    def stop(self, request: HttpRequest, rows: QuerySet[Run, Run]) -> None:
        """Stop each through the command, for the session's owner."""
        run_command(
            self,
            request,
            rows.select_related("session"),
            lambda run: stop_run(user_id=run.session.owner_id, run_id=run.id),
            "Stopped",
        )


@admin.register(ModelCall)
class ModelCallAdmin(TruthAdmin):
    """The usage ledger."""

    list_display = (
        "id", "model", "purpose", "state", "input_tokens", "output_tokens", "cost", "created_at",
    )  # fmt: skip
    list_filter = ("state", "purpose", "estimated")
    search_ids = ("id", "session_id", "run_id")
    ordering = ("-id",)


@admin.register(Worker)
class WorkerAdmin(TruthAdmin):
    """Worker processes and their leases."""

    list_display = ("name", "state", "started_at", "expires_at")
    list_filter = ("state",)
    search_names = ("name",)
    related_lists = ((Run, "owner"),)
    ordering = ("-id",)


@admin.register(TaskRecord)
class TaskRecordAdmin(TruthAdmin):
    """What the broker's workers did."""

    list_display = ("task_id", "name", "state", "worker", "started_at", "ended_at")
    list_filter = ("state",)
    search_hint = "the broker's id of the task"
    ordering = ("-started_at", "-id")

    def matching(self, term: str) -> Q:
        """By the broker's own id."""
        return Q(task_id=term)

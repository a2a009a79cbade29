"""Runs, their model calls, and the workers that hold them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from agency.admin.base import TruthAdmin, run_command
from agency.commands.run.stop_run import stop_run
from agency.models import ModelCall, Run, TaskRecord, Worker


@admin.register(Run)
class RunAdmin(TruthAdmin):
    """One execution of the loop each."""

    list_display = (
        "id", "status", "kind", "session", "step", "fence", "owner", "lost_count", "queued_at",
    )  # fmt: skip
    list_filter = ("status", "kind")
    list_select_related = ("session", "owner")
    search_fields = ("id__exact", "session__id__exact")
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

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Who may act on other people's runs."""
        return request.user.is_superuser


@admin.register(ModelCall)
class ModelCallAdmin(TruthAdmin):
    """The usage ledger."""

    list_display = (
        "id", "model", "purpose", "state", "input_tokens", "output_tokens", "cost", "created_at",
    )  # fmt: skip
    list_filter = ("state", "purpose", "estimated")
    search_fields = ("id__exact", "session_id__exact", "run_id__exact")
    ordering = ("-id",)


@admin.register(Worker)
class WorkerAdmin(TruthAdmin):
    """Worker processes and their leases."""

    list_display = ("name", "state", "started_at", "expires_at")
    list_filter = ("state",)
    ordering = ("-id",)


@admin.register(TaskRecord)
class TaskRecordAdmin(TruthAdmin):
    """What the broker's workers did."""

    list_display = ("task_id", "name", "state", "worker", "started_at", "ended_at")
    list_filter = ("state", "name")
    search_fields = ("task_id__exact", "run_id__exact")
    ordering = ("-started_at", "-id")

"""What the pages of the admin share: truth is read, lists never count to the end."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db import connection
from django.http import HttpRequest
from django.utils.functional import cached_property

from framework.core.errors import AppError

EXACT_TO = 1_000


class EstimatingPaginator(Paginator):
    """Counts exactly to 1,000 rows, and past that asks the planner's statistics."""

    @cached_property
    def count(self) -> int:
        """The exact number of few rows, an estimate of many."""
        rows: Any = self.object_list
        near: int = rows.order_by()[: EXACT_TO + 1].count()
        if near <= EXACT_TO:
            return near
        if rows.query.where:
            return self._planned(rows)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass",
                [rows.model._meta.db_table],
            )
            row = cursor.fetchone()
        return max(near, row[0] if row else 0)

    def _planned(self, rows: Any) -> int:
        plan = rows.order_by().explain(format="json")
        head = str(plan).split('"Plan Rows": ', 1)[-1]
        digits = head.split(",", 1)[0].strip()
        return max(EXACT_TO + 1, int(digits) if digits.isdigit() else 0)


class TruthAdmin(admin.ModelAdmin):
    """Rows that only commands write: they are listed and read, never typed over."""

    paginator = EstimatingPaginator
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody makes truth by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody edits truth by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes truth by hand."""
        return False


def run_command(
    page: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Any,
    command: Callable[[Any], object],
    done: str,
) -> None:
    """Call a command for each chosen row; refusals are shown and stop nothing else."""
    good = 0
    for row in rows:
        try:
            command(row)
            good += 1
        except AppError as error:
            page.message_user(request, f"{row}: {error.detail}", messages.WARNING)
    if good:
        page.message_user(request, f"{done}: {good}", messages.SUCCESS)

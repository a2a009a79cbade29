"""One page of a session's visible path with the tool calls and groups that belong to it."""

from dataclasses import dataclass
from uuid import UUID

from agency.models import ToolCall, ToolGroup
from agency.queries.path import PAGE, path_window
from agency.queries.records import (
    Record,
    message_records,
    tool_call_record,
    tool_group_record,
)


@dataclass(frozen=True)
class PathPage:
    """Messages oldest first; `has_older` when the path goes on before them."""

    messages: list[Record]
    tool_calls: list[Record]
    tool_groups: list[Record]
    has_older: bool


def path_page(branch_id: UUID | None, *, before: int | None = None, limit: int = PAGE) -> PathPage:
    """The newest page of the path with depth < `before`; three queries."""
    if branch_id is None:
        return PathPage([], [], [], False)
    rows = path_window(branch_id, before=before, limit=limit)
    turns = [row.id for row in rows if row.role == "ai"]
    calls = ToolCall.objects.filter(message_id__in=turns).order_by("message_id", "idx")
    groups = ToolGroup.objects.filter(message_id__in=turns).order_by("created_at", "id")
    return PathPage(
        messages=message_records(rows),
        tool_calls=[tool_call_record(call) for call in calls],
        tool_groups=[tool_group_record(group) for group in groups],
        has_older=bool(rows) and rows[0].depth > 1,
    )

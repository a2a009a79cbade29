"""One page of a session's visible path with the tool calls that belong to it."""

from dataclasses import dataclass
from uuid import UUID

from agency.models import ToolCall
from agency.queries.path import PAGE, path_window
from agency.queries.records import Record, message_records, tool_call_record


@dataclass(frozen=True)
class PathPage:
    """Messages oldest first; `has_older` when the path goes on before them."""

    messages: list[Record]
    tool_calls: list[Record]
    has_older: bool


def path_page(branch_id: UUID | None, *, before: int | None = None, limit: int = PAGE) -> PathPage:
    """The newest page of the path with depth < `before`; two queries."""
    if branch_id is None:
        return PathPage([], [], False)
    rows = path_window(branch_id, before=before, limit=limit)
    turns = [row.id for row in rows if row.role == "ai"]
    calls = ToolCall.objects.filter(message_id__in=turns).order_by("message_id", "idx")
    return PathPage(
        messages=message_records(rows),
        tool_calls=[tool_call_record(call) for call in calls],
        has_older=bool(rows) and rows[0].depth > 1,
    )

"""What the runner needs to know of calls that it is about to begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from agency.commands.run.state import limit_of
from agency.models import ToolCall
from agency.tool import ToolSpec
from agency.tool.registry import get_spec
from agency.workfolder import folder_path

CALL_SECONDS = 600


@dataclass(frozen=True, slots=True)
class CallFacts:
    """A call, its tool if there still is one, and where and how long it may work."""

    id: UUID
    name: str
    spec: ToolSpec | None
    folder: Path
    seconds: float


def call_facts(call_ids: Sequence[UUID]) -> list[CallFacts]:
    """The calls in their order; one query."""
    rows = ToolCall.objects.select_related("session__agent").filter(id__in=call_ids)
    return [
        CallFacts(
            id=row.id,
            name=row.name,
            spec=get_spec(row.name),
            folder=folder_path(row.session.workspace_id, row.session.folder),
            seconds=float(limit_of(row.session.agent, "tool_seconds", CALL_SECONDS)),
        )
        for row in rows.order_by("idx")
    ]

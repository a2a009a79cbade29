"""Small jobs that somebody should take, and what they are made from."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from agency.models import Message, SmallJob, ToolCall
from agency.queries.path import path_window
from framework.db.clock import ClockNow

PAGE = 20
GROUP_CALLS = 60
LOOK_BACK = 200


def due_jobs() -> QuerySet[SmallJob, SmallJob]:
    """Jobs whose time has come, and those whose worker has had them for too long."""
    queued = Q(status="queued") & (Q(not_before=None) | Q(not_before__lte=ClockNow()))
    lost = Q(status="running", lease_until__lt=ClockNow())
    return SmallJob.objects.filter(queued | lost)


def waiting_jobs() -> list[UUID]:
    """The oldest due jobs, for whoever has time."""
    rows = due_jobs().filter(status__in=("queued", "running")).order_by("queued_at")
    return list(rows.values_list("id", flat=True)[:PAGE])


def first_words(session_id: UUID) -> str:
    """What a person said first in the session; empty when nobody has."""
    rows = Message.objects.filter(session_id=session_id, role="human").order_by("depth", "id")
    content = rows.values_list("content", flat=True).first()
    return _text(content["content"]) if content else ""


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = (block for block in content if isinstance(block, dict))
    return "\n".join(str(block["text"]) for block in blocks if block.get("type") == "text")


def group_calls(first: UUID) -> list[tuple[str, Mapping[str, Any]]]:
    """Names and arguments of the calls from a group's first message to the next human one."""
    message = Message.objects.filter(pk=first).first()
    if message is None:
        return []
    later = Message.objects.filter(branch_id=message.branch_id, depth__gt=message.depth)
    end = later.filter(role="human").order_by("depth").values_list("depth", flat=True).first()
    rows = ToolCall.objects.filter(
        message__branch_id=message.branch_id, message__depth__gte=message.depth
    )
    if end is not None:
        rows = rows.filter(message__depth__lt=end)
    found = rows.order_by("message__depth", "idx").values_list("name", "args")
    return list(found[:GROUP_CALLS])


def group_of(message: Message) -> Message | None:
    """The first message of the group that a message with calls belongs to."""
    before = path_window(message.branch_id, before=message.depth + 1, limit=LOOK_BACK)
    first: Message | None = None
    for one in reversed(before):
        if one.role == "human":
            break
        if one.role == "ai" and one.content.get("tool_calls"):
            first = one
    return first

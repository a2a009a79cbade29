"""What waits for a person, across everything that this person may see."""

from uuid import UUID

from django.db.models import Q, QuerySet

from agency.access import my_workspaces
from agency.models import Interruption
from agency.queries.records import Record, interruption_record

NEWEST = 200


def visible_interruptions(user_id: int) -> QuerySet[Interruption, Interruption]:
    """Every question of a session that this person may read, newest first."""
    seen = Q(session__owner_id=user_id) | Q(
        session__visibility="workspace", session__workspace_id__in=my_workspaces(user_id)
    )
    rows = Interruption.objects.filter(seen).select_related("session__agent")
    return rows.order_by("-created_at", "-id")


def inbox(user_id: int) -> list[Record]:
    """The pending ones, newest first, at most 200."""
    rows = visible_interruptions(user_id).filter(status="pending")
    return [interruption_record(row) for row in rows[:NEWEST]]


def interruption_detail(user_id: int, interruption_id: UUID) -> Interruption | None:
    """One question of any status, or None when it is absent or not yours."""
    return visible_interruptions(user_id).filter(id=interruption_id).first()

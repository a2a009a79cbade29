"""What waits for a person, across everything that this person may see."""

from uuid import UUID

from django.db.models import QuerySet

from agency.access import seen_interruptions
from agency.models import Interruption
from agency.queries.records import Record, interruption_record, without_names

NEWEST = 200


def visible_interruptions(user_id: int) -> QuerySet[Interruption, Interruption]:
    """Every question that this person may read, newest first."""
    rows = seen_interruptions(user_id).select_related("session__agent")
    return rows.order_by("-created_at", "-id")


def shown_to(user_id: int, row: Interruption) -> Record:
    """The question as this person may see it: a cap's keeper learns nothing of the session."""
    session = row.session
    is_reader = session.owner_id == user_id or session.visibility == "workspace"
    return interruption_record(row) if is_reader else without_names(interruption_record(row))


def inbox(user_id: int) -> list[Record]:
    """The pending ones, newest first, at most 200."""
    rows = visible_interruptions(user_id).filter(status="pending")
    return [shown_to(user_id, row) for row in rows[:NEWEST]]


def interruption_detail(user_id: int, interruption_id: UUID) -> Interruption | None:
    """One question of any status, or None when it is absent or not yours."""
    return visible_interruptions(user_id).filter(id=interruption_id).first()

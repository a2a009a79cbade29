"""How many sessions each of some sessions began."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count

from agency.models import Session


def child_counts(session_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Only those that began any; one query."""
    rows = Session.objects.filter(parent_id__in=list(session_ids)).order_by()
    counted = rows.values("parent_id").annotate(count=Count("id"))
    return {row["parent_id"]: row["count"] for row in counted}

"""Counted events as people read them."""

from django.db.models import QuerySet

from agency.models import AnalyticsEvent, Membership, User
from agency.queries.records import Record, stamp, text_id
from framework.core.errors import Forbidden


def visible_analytics(user_id: int) -> QuerySet[AnalyticsEvent, AnalyticsEvent]:
    """All for staff, those of one's workspaces for their owners; raises Forbidden for others."""
    if User.objects.filter(pk=user_id, is_staff=True).exists():
        return AnalyticsEvent.objects.all()
    owned = Membership.objects.filter(user_id=user_id, role="owner")
    homes = list(owned.values_list("workspace_id", flat=True))
    if not homes:
        raise Forbidden("Only staff, and owners of a workspace, may see this.")
    return AnalyticsEvent.objects.filter(workspace_id__in=homes)


def analytics_record(row: AnalyticsEvent) -> Record:
    """One counted thing."""
    return {
        "id": str(row.id),
        "event": row.event,
        "workspace_id": text_id(row.workspace_id),
        "user_id": row.user_id,
        "session_id": text_id(row.session_id),
        "run_id": text_id(row.run_id),
        "at": stamp(row.at),
        "properties": row.properties,
    }

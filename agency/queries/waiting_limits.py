"""Questions about caps that wait for a person, and those that nobody needs to answer any more."""

from datetime import UTC
from uuid import UUID

from django.db.models import F, Q
from django.db.models.functions import TruncDay, TruncMonth

from agency.models import Interruption
from framework.db.clock import ClockNow

PAGE = 100


def waiting_for(budget_id: UUID) -> list[UUID]:
    """The pending questions about this cap, oldest first."""
    rows = Interruption.objects.filter(status="pending", kind="limit", budget_id=budget_id)
    return list(rows.order_by("created_at").values_list("id", flat=True))


def moot_limits() -> list[UUID]:
    """Pending questions whose cap went, was changed, or counts from a new midnight."""
    day, month = TruncDay(ClockNow(), tzinfo=UTC), TruncMonth(ClockNow(), tzinfo=UTC)
    moot = (
        Q(budget__scope=None)
        | Q(budget__version__gt=F("budget_version"))
        | Q(budget__window="day", created_at__lt=day)
        | Q(budget__window="month", created_at__lt=month)
    )
    rows = Interruption.objects.filter(status="pending", kind="limit", budget_version__isnull=False)
    return list(rows.filter(moot).order_by("created_at").values_list("id", flat=True)[:PAGE])

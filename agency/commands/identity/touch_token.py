"""Remember that a program's key is in use."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Q

from agency.models import ApiToken
from framework.db.clock import ClockNow

EVERY = timedelta(minutes=1)


def touch_token(*, token_id: UUID) -> None:
    """Stamp `last_used_at`, at most once a minute, so that a busy token costs no writes."""
    stale = Q(last_used_at=None) | Q(last_used_at__lt=ClockNow() - EVERY)
    ApiToken.objects.filter(stale, id=token_id).update(last_used_at=ClockNow())

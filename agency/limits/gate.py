"""Which providers have a gate at all, and what a request counts for there."""

from datetime import datetime, timedelta

from django.utils import timezone

from agency.commands.provider.schedule import RAMP_SECONDS
from agency.models import Provider

RAMP = timedelta(seconds=RAMP_SECONDS)


def is_gated(provider: Provider) -> bool:
    """Whether anything limits the provider, as its row was read; if not, nothing is asked."""
    limits = (provider.slots, provider.requests_per_minute, provider.tokens_per_minute)
    if any(limit is not None for limit in limits) or provider.failures:
        return True
    return _is_recent(provider.cooldown_until) or _is_recent(provider.broken_until)


def is_down(provider: Provider) -> bool:
    """Whether nobody may call it at this moment."""
    now = timezone.now()
    closings = (provider.cooldown_until, provider.broken_until)
    return any(until is not None and until > now for until in closings)


def _is_recent(until: datetime | None) -> bool:
    return until is not None and until > timezone.now() - RAMP

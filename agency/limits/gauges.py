"""How busy a provider is at this moment, for whoever looks."""

from typing import Any

from agency.commands.provider.schedule import WINDOW, Standing, left_of
from agency.commands.provider.standing import standing_of
from agency.models import Provider
from agency.queries.provider_load import load_of
from agency.queries.records import stamp
from framework.db.clock import db_now


def provider_state(row: Provider) -> dict[str, Any]:
    """Its gauges; three statements, and nothing is locked."""
    now = db_now()
    load = load_of(row, now, WINDOW)
    at = standing_of(row, now, load, load.waiting)
    past, granted = at.past, at.granted
    return {
        "slots_used": at.open + len(granted),
        "slots": row.slots,
        "requests_left": left_of(
            row.requests_per_minute, [(one.age, one.requests) for one in past], len(granted)
        ),
        "tokens_left": left_of(
            row.tokens_per_minute, [(one.age, one.tokens) for one in past], sum(granted)
        ),
        "waiting": sum(one.queued and not one.granted for one in load.waiting),
        "cooldown_until": stamp(row.cooldown_until),
        "breaker": _breaker(at),
    }


def _breaker(at: Standing) -> str:
    if not at.is_probed:
        return "closed"
    return "half_open" if at.closed_until is None else "open"

"""May the run ask its provider now, or does it wait in the queue of all runs?"""

from datetime import timedelta
from typing import Any

from agency.commands.provider.schedule import Refusal, refusal
from agency.commands.provider.standing import Held, held
from agency.commands.run.ledger import CallFacts
from agency.commands.run.queueing import queue_again
from agency.models import Run
from framework.db.touch import save_columns
from framework.db.transaction import require_transaction

LEAST_SECONDS, MOST_SECONDS = 1.0, 300.0
WAITS = ("waits_for", "waits_since", "waits_charge", "granted_until")
TITLES = {
    "slots": "The provider has no free slot.",
    "requests": "The provider's limit of requests is reached.",
    "tokens": "The provider's limit of tokens is reached.",
    "closed": "The provider asked for a pause, or fails; nobody calls it now.",
    "probe": "The provider failed; one run tries whether it is back.",
}


def enter(run: Run, facts: CallFacts, *, gated: bool) -> bool:
    """Whether the locked run's request may be sent; if not, the run is queued until it may.

    The caller writes the ledger's row in this transaction. `gated` is false for a provider
    without limits and failures: nothing is asked then. Whoever waits already goes first.
    """
    require_transaction()
    at = held(facts.provider_id, without=run.id) if gated and facts.provider_id else None
    if at is not None and (refused := _refused(at, run, facts.charge)) is not None:
        wait_in_queue(run, facts, at, refused)
        return False
    if run.waits_for is not None:
        run.waits_for = run.waits_since = run.waits_charge = run.granted_until = None
        save_columns(run, *WAITS)
    return True


def has_room(facts: CallFacts, *, gated: bool) -> bool:
    """Whether a request beside the runs may be sent: when there is room that no run wants."""
    at = held(facts.provider_id) if gated and facts.provider_id else None
    return at is None or (not at.waiters(set()) and refusal(at.standing, facts.charge) is None)


def _refused(at: Held, run: Run, charge: int) -> Refusal | None:
    is_granted = (
        run.waits_for == at.provider.pk
        and run.granted_until is not None
        and run.granted_until > at.now
    )
    refused = refusal(at.standing, charge)
    if refused is None and not is_granted and at.waiters(set()):
        return Refusal("slots")
    return refused


def wait_in_queue(run: Run, facts: CallFacts, at: Held, refused: Refusal) -> None:
    """Queue the locked run behind the others; the first in line is let in when there is room."""
    if run.waits_for != at.provider.pk or run.waits_since is None:
        run.waits_since = at.now
    run.waits_for, run.waits_charge, run.granted_until = at.provider.pk, facts.charge, None
    ahead = [one for one in at.waiters(set()) if one.since < run.waits_since.timestamp()]
    place = len(ahead) + 1
    seconds = seconds_until(at, place, refused.why, refused.seconds or 0.0)
    run.error = busy(at, place, refused.why, before=run.error)
    save_columns(run, *WAITS, "error")
    queue_again(run, not_before=at.now + timedelta(seconds=seconds))


def busy(at: Held, place: int, why: str, *, before: Any) -> dict[str, Any]:
    """What people are told; it keeps the models that failed in this step."""
    kept = {"failed_models": found} if (found := (before or {}).get("failed_models")) else {}
    return kept | {
        "code": "provider_busy",
        "title": TITLES[why],
        "detail": f"Place {place} in the queue of {at.provider.name}.",
        "reason": why,
        "place": place,
        "provider_id": str(at.provider.pk),
    }


def seconds_until(at: Held, place: int, why: str, least: float) -> float:
    """About when it will be this place's turn: as fast as requests were begun of late."""
    begun = sum(one.requests for one in at.standing.past)
    expected = place * 60.0 / begun if begun and why != "closed" else 0.0
    return min(max(least, expected, LEAST_SECONDS), MOST_SECONDS)

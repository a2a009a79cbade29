"""What becomes of a run whose request does not fit: it asks a person, or comes back soon."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from agency.commands.interruption.open_interruption import open_limit
from agency.commands.run.admission import ESTIMATED_UNITS, Need, Refused
from agency.commands.run.queueing import queue_again
from agency.commands.run.suspending import suspend
from agency.models import Budget, Interruption, Run
from agency.queries.ancestry import ancestry
from agency.queries.records import money
from framework.db.clock import db_now

HELD_SECONDS, MOST_HELD_SECONDS = 3.0, 48.0
HELD = {
    "code": "budget_held",
    "title": "Other requests hold what is left of the budget.",
    "detail": "It goes on as soon as they have settled.",
}


def yield_to(run: Run, refused: Refused, need: Need) -> None:
    """Suspend the locked run on a question, or queue it for when the others have settled."""
    if refused.why == "held":
        _come_back(run)
        return
    ask = _ask_price if refused.why == "unpriced" else _ask_more
    ask(run, refused, need)
    suspend(run)


def _come_back(run: Run) -> None:
    """Twice as late each time, for what the others hold they may hold for minutes."""
    before = run.error if (run.error or {}).get("code") == HELD["code"] else None
    tries = before["tries"] + 1 if before else 0
    run.error = {**HELD, "tries": tries}
    run.save(update_fields=["error"])
    seconds = min(HELD_SECONDS * 2**tries, MOST_HELD_SECONDS)
    queue_again(run, not_before=db_now() + timedelta(seconds=seconds))


def allowed_unpriced(run: Run, model: str) -> set[UUID]:
    """The caps under which a person lets this session use a model of unknown price."""
    session = run.session
    rows = Interruption.objects.filter(
        session_id__in=[session.id, *ancestry(session).sessions],
        kind="limit",
        status="answered",
        answer__decision="raise",
        prompt__evidence__reason="unpriced",
        prompt__evidence__model=model,
    )
    return {found for found in rows.values_list("budget_id", flat=True) if found is not None}


def _ask_more(run: Run, refused: Refused, need: Need) -> None:
    cap = refused.cap
    left = max(cap.limit - cap.spent, Decimal(0))
    least = cap.spent + refused.need
    evidence = _evidence(run, refused) | {
        "reason": "full",
        "need": money(refused.need),
        "estimated": need.estimated and cap.unit in ESTIMATED_UNITS,
        "least": money(least),
        "suggested": money(max(cap.limit * 2, least)),
    }
    open_limit(
        run,
        title=f"The {cap.scope}'s budget is used up",
        text=(
            f"The next model call may take {money(refused.need)} {cap.unit}; "
            f"{money(left)} of {money(cap.limit)} {cap.unit}{_span(cap)} are left. "
            "Raise the cap to go on, or stop the run."
        ),
        evidence=evidence,
        budget=cap,
    )


def _ask_price(run: Run, refused: Refused, need: Need) -> None:
    cap = refused.cap
    evidence = _evidence(run, refused) | {"reason": "unpriced", "model": need.unpriced}
    open_limit(
        run,
        title=f"The price of {need.unpriced} is unknown",
        text=(
            f"The {cap.scope}'s budget of {money(cap.limit)} usd{_span(cap)} cannot count what "
            "this model costs. Let this session use it uncounted, or stop the run; or give the "
            "model a price in the settings."
        ),
        evidence=evidence,
        budget=cap,
    )


def _evidence(run: Run, refused: Refused) -> dict[str, Any]:
    cap = refused.cap
    return {
        "budget_id": str(cap.id),
        "scope": cap.scope,
        "subject": cap.subject,
        "unit": cap.unit,
        "window": cap.window,
        "limit": money(cap.limit),
        "spent": money(cap.spent),
        "reserved": money(cap.reserved),
        "user_id": run.session.owner_id,
    }


def _span(cap: Budget) -> str:
    return "" if cap.window == "total" else f" of this {cap.window}"

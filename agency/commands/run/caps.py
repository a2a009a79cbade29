"""Which caps count a run's calls, locked, each in the window that is open now."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from agency.models import Agent, Budget, Session
from agency.queries.ancestry import ancestry
from agency.queries.spending import spent_since
from agency.queries.windows import window_start
from framework.core.numbers import amount_of
from framework.db.clock import ClockNow
from framework.db.compiled import Compiled, Given
from framework.db.transaction import require_transaction

_CAPS = Compiled(lambda: Budget.objects.filter(workspace_id=Given("workspace")))
RUN_LIMITS = {f"run_{unit}": unit for unit in ("usd", "tokens", "calls", "seconds")}


def locked_caps(session: Session, run_id: UUID | None) -> list[Budget]:
    """Every cap of the session and run, of what it works for, and of who pays, locked in id order.

    A child's calls count for its parents' sessions and runs too. The agent's own limits become
    caps of the run the first time they are looked for.
    """
    require_transaction()
    if not own_limits(session.agent) and not _CAPS.exists(workspace=session.workspace_id):
        return []  # as most workspaces are
    match = _subjects(session, run_id)
    rows = Budget.objects.filter(match, workspace_id=session.workspace_id)
    caps = locked_rows(rows)
    if run_id is not None and _add_own_limits(session, run_id, caps):
        caps = locked_rows(rows)
    return caps


def locked_rows(rows: QuerySet[Budget, Budget]) -> list[Budget]:
    """The rows, locked in id order; a day or month that is over is rolled, unsaved."""
    locked = rows.select_for_update(no_key=True, of=("self",))
    caps: list[Any] = list(locked.annotate(now=ClockNow()).order_by("id"))
    for cap in caps:
        begins = window_start(cap.window, cap.now)
        if begins is not None and begins > cap.window_started_at:
            cap.spent = cap.overshoot = Decimal(0)
            cap.unpriced_calls = 0
            cap.window_started_at = begins
    return caps


def _subjects(session: Session, run_id: UUID | None) -> Q:
    match = Q(scope="workspace", subject=str(session.workspace_id))
    match |= Q(scope="user", subject=str(session.owner_id))
    if session.agent_id is not None:
        match |= Q(scope="agent", subject=str(session.agent_id))
    above = ancestry(session)
    sessions = [session.id, *above.sessions]
    runs = above.runs if run_id is None else (run_id, *above.runs)
    match |= Q(scope="session", subject__in=[str(one) for one in sessions])
    return match | Q(scope="run", subject__in=[str(one) for one in runs])


def own_limits(agent: Agent | None) -> Mapping[str, Decimal]:
    """The caps that the agent sets for each of its runs, by unit."""
    limits = agent.limits if agent is not None else {}
    given = {unit: amount_of(limits.get(name)) for name, unit in RUN_LIMITS.items()}
    return {unit: amount for unit, amount in given.items() if amount is not None}


def _add_own_limits(session: Session, run_id: UUID, caps: list[Budget]) -> bool:
    limits = own_limits(session.agent)
    if not limits:
        return False
    known = {cap.unit for cap in caps if (cap.scope, cap.subject) == ("run", str(run_id))}
    missing = [unit for unit in limits if unit not in known]
    if missing:
        so_far = spent_since("run", str(run_id), session.workspace_id, None)
        Budget.objects.bulk_create(
            Budget(
                workspace_id=session.workspace_id,
                scope="run",
                subject=str(run_id),
                unit=unit,
                limit=limits[unit],
                spent=so_far[unit],
            )
            for unit in missing
        )
    return bool(missing)

"""Caps as people read them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from agency.access import my_workspaces, visible_sessions
from agency.models import Agent, Budget, Membership, Run, Session, User, Workspace
from agency.queries.records import Record, money, stamp
from agency.queries.windows import window_start

SCOPES = ("run", "session", "agent", "user", "workspace")
UNITS = ("usd", "tokens", "calls", "seconds")
WINDOWS = ("total", "day", "month")


def visible_budgets(user_id: int) -> QuerySet[Budget, Budget]:
    """Caps of my workspaces and their agents, of me, of sessions that I may see.

    An owner of the workspace sees those of its other members, too.
    """
    owned = Membership.objects.filter(user_id=user_id, role="owner").values("workspace_id")
    sessions = visible_sessions(user_id)
    runs = Run.objects.filter(session_id__in=sessions.values("id"))
    seen = (
        Q(scope__in=("workspace", "agent"), workspace_id__in=my_workspaces(user_id))
        | Q(scope="user", subject=str(user_id))
        | Q(scope="user", workspace_id__in=owned)
        | Q(scope="session", subject__in=_texts(sessions))
        | Q(scope="run", subject__in=_texts(runs))
    )
    return Budget.objects.filter(seen)


def budget_records(rows: Iterable[Budget], now: datetime) -> list[Record]:
    """The rows with the names of what they cap; one query for each scope among them."""
    listed = list(rows)
    names = subject_names(listed)
    return [budget_record(row, names, now) for row in listed]


def budget_record(row: Budget, names: Mapping[tuple[str, str], str], now: datetime) -> Record:
    """A cap and how far it is used in the window that is open now."""
    begins = window_start(row.window, now)
    is_over = begins is not None and begins > row.window_started_at
    return {
        "id": str(row.id),
        "workspace_id": str(row.workspace_id),
        "scope": row.scope,
        "subject": row.subject,
        "subject_name": names.get((row.scope, row.subject)),
        "unit": row.unit,
        "window": row.window,
        "limit": money(row.limit),
        "spent": money(Decimal(0) if is_over else row.spent),
        "reserved": money(row.reserved),
        "overshoot": money(Decimal(0) if is_over else row.overshoot),
        "unpriced_calls": 0 if is_over else row.unpriced_calls,
        "window_started_at": stamp(begins if is_over else row.window_started_at),
        "created_at": stamp(row.created_at),
        "updated_at": stamp(row.updated_at),
        "version": row.version,
    }


def subject_names(rows: Iterable[Budget]) -> dict[tuple[str, str], str]:
    """What the subjects are called, by scope and id; a run by its session."""
    wanted: dict[str, list[str]] = {}
    for row in rows:
        wanted.setdefault(row.scope, []).append(row.subject)
    names: dict[tuple[str, str], str] = {}
    for scope, ids in wanted.items():
        names |= {(scope, str(found.pk)): _name(found) for found in _subjects(scope, ids)}
    return names


def _subjects(scope: str, ids: list[str]) -> Iterable[Any]:
    if scope == "run":
        return Run.objects.filter(id__in=ids).select_related("session")
    model: Any = {"session": Session, "agent": Agent, "user": User, "workspace": Workspace}[scope]
    found: Iterable[Any] = model.objects.filter(pk__in=ids)
    return found


def _name(row: Any) -> str:
    if isinstance(row, Run):
        return row.session.name
    return row.shown_name if isinstance(row, User) else str(row.name)


def _texts(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    return rows.annotate(text=Cast("id", CharField())).values("text")

"""Lists of sessions: the filters that they share, and how many there are."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, Func, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import StrIndex

from agency.access import session_lanes, visible_sessions
from agency.models import SearchText, Session
from agency.models.session import UNLISTED_KINDS
from agency.queries.search_rows import Scope, sessions_with
from agency.search.keys import is_short
from agency.search.query import Query
from framework.db.paging import first_of

ORDER = ("-updated_at", "-id")
EXACT_TO = 1_000


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which sessions a list shows; children only by `parent`, or with `children`."""

    workspace_id: UUID | None = None
    statuses: tuple[str, ...] = ()
    agent_id: UUID | None = None
    dashboard: UUID | None = None
    parent_id: UUID | None = None
    children: bool = False
    text: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def wanted_sessions(user_id: int, wanted: Wanted) -> QuerySet[Session, Session]:
    """The sessions of a list, without an order; page them along `session_lanes`."""
    rows = visible_sessions(user_id).filter(_conditions(wanted))
    if wanted.text is not None:
        query = Query.of(wanted.text)
        scope = Scope(user_id, workspace_id=wanted.workspace_id, children=_with_children(wanted))
        rows = rows.filter(_has_words(query, scope))
    return rows.select_related("agent")


def _with_children(wanted: Wanted) -> bool:
    return wanted.children or wanted.parent_id is not None


def _conditions(wanted: Wanted) -> Q:
    equal = {
        "workspace_id": wanted.workspace_id,
        "agent_id": wanted.agent_id,
        "dashboard": wanted.dashboard,
        "parent_id": wanted.parent_id,
        "updated_at__gte": wanted.since,
        "updated_at__lt": wanted.until,
        "status__in": wanted.statuses or None,
    }
    found = Q(**{name: value for name, value in equal.items() if value is not None})
    return found if _with_children(wanted) else found & ~Q(kind__in=UNLISTED_KINDS)


def _has_words(query: Query, scope: Scope) -> Q:
    """Sessions with all terms in their name or in one message.

    What few texts have is found first and listed then. What many have is looked for in each
    session as the list comes to it, since the next one is likely to have it.
    """
    found, complete = sessions_with(query, scope)
    if complete:
        return Q(id__in=found)
    texts = SearchText.objects.filter(session_id=OuterRef("id"))
    for number, term in enumerate(query.terms):
        texts = texts.alias(**{f"place{number}": _place_of(term)}).filter(
            **{f"place{number}__gt": 0}
        )
    return Q(Exists(texts))


def _place_of(term: str) -> Func:
    """Where the term stands in a text, 0 for nowhere; a short one only where a word begins."""
    if not is_short(term):
        return StrIndex("text", Value(term))
    begin = Value(f"(^|[^[:alnum:]]){term}", output_field=TextField())
    return Func("text", begin, function="regexp_instr")


@dataclass(frozen=True)
class History:
    """A page by number, and how many there are: exactly to a thousand, then about."""

    sessions: list[Session]
    total: int
    is_estimate: bool
    has_more: bool


def history(user_id: int, wanted: Wanted, *, limit: int, offset: int) -> History:
    """Closed and live sessions, newest first."""
    rows, lanes = wanted_sessions(user_id, wanted), session_lanes(user_id)
    places: Any = rows.select_related(None).values("updated_at", "id")
    total = len(first_of(places, ORDER, EXACT_TO + 1, lanes))
    page = list(first_of(rows, ORDER, offset + limit + 1, lanes)[offset:])
    if total <= EXACT_TO:
        return History(page[:limit], total, False, len(page) > limit)
    known = offset + len(page)
    planned = sum(_planned(rows.filter(lane)) for lane in lanes)
    return History(page[:limit], max(planned, total, known), True, len(page) > limit)


def _planned(rows: Any) -> int:
    plan = json.loads(rows.order_by().explain(format="json"))
    return int(plan[0]["Plan"]["Plan Rows"])

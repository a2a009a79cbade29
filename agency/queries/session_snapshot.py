"""Everything a client needs to show a session, and the cursor from which to follow it."""

from uuid import UUID

from agency.access import session_for
from agency.models import Interruption, Run, Session
from agency.models.run import LIVE_STATUSES
from agency.queries import records
from agency.queries.context import context_of
from agency.queries.path_page import path_page
from agency.queries.records import Record
from agency.queries.session_usage import session_usage
from framework.bus.drafts import read_draft
from framework.db.compiled import Compiled, Given
from framework.db.snapshot import read_snapshot
from framework.events.keys import session_stream
from framework.events.replay import cursors

NEWEST_RUNS = 20
NEWEST_CHILDREN = 50

_OPEN = Compiled(
    lambda: (
        Interruption.objects.filter(session=Given("session"), status="pending")
        .select_related("session__agent")
        .order_by("created_at", "id")
    )
)
_NEWEST = Compiled(
    lambda: Run.objects.filter(session=Given("session")).order_by("-created_at", "-id")[
        :NEWEST_RUNS
    ]
)
_CHILDREN = Compiled(
    lambda: (
        Session.objects.filter(parent=Given("session"))
        .select_related("agent")
        .order_by("-created_at", "-id")[:NEWEST_CHILDREN]
    )
)


def session_snapshot(user_id: int, session_id: UUID, *, before: int | None = None) -> Record:
    """The session as one moment saw it; raises NotFound. A fixed number of queries.

    Law: this, folded with the events after `cursor`, equals a snapshot taken later.
    """
    with read_snapshot():
        session = session_for(user_id, session_id)
        body = snapshot_of(session, before=before)
    body["stream"] = live_text(session.id, body["runs"])
    return body


def snapshot_of(session: Session, *, before: int | None = None) -> Record:
    """The durable part of the snapshot, without a check of access."""
    page = path_page(session.active_branch_id, before=before)
    stream = session_stream(session.id)
    branches = records.branch_rows(session.id)
    shown = next((one for one in branches if one.id == session.active_branch_id), None)
    return {
        "session": records.session_record(session),
        "messages": page.messages,
        "has_older": page.has_older,
        "branches": [records.branch_record(branch) for branch in branches],
        "runs": newest_runs(session.id),
        "tool_calls": page.tool_calls,
        "tool_groups": page.tool_groups,
        "interruptions": open_interruptions(session),
        "stream": None,
        "queue": records.queue_records(session.id),
        "usage": session_usage(session.id),
        "children": _children(session.id),
        "context": context_of(shown),
        "cursor": cursors([stream]),
    }


def open_interruptions(session: Session) -> list[Record]:
    """The session's pending questions, oldest first."""
    return [records.interruption_record(row) for row in _OPEN.all(session=session)]


def live_text(session_id: UUID, runs: list[Record]) -> Record | None:
    """The text of the turn under way, as far as the draft knows it."""
    live = next((run for run in reversed(runs) if run["status"] == "running"), None)
    return read_draft(live["id"]) if live else None


def draft_of_session(session_id: UUID) -> Record | None:
    """The text of the session's turn under way, for a subscriber that arrives mid-stream."""
    rows = Run.objects.filter(session_id=session_id, status__in=LIVE_STATUSES)
    run_id = rows.values_list("id", flat=True).first()
    return read_draft(run_id) if run_id else None


def newest_runs(session_id: UUID) -> list[Record]:
    """The newest runs, oldest first; the live one is always among them."""
    return [records.run_record(run) for run in reversed(_NEWEST.all(session=session_id))]


def _children(session_id: UUID) -> list[Record]:
    """The newest sessions that this one began, oldest first; their own children are theirs."""
    return [records.session_record(row) for row in reversed(_CHILDREN.all(session=session_id))]

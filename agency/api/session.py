"""Sessions: list, launch, snapshot, change, close, delete."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.access import message_for, session_for, session_lanes, visible_sessions
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.event import PARAMETERS as EVENT_PARAMETERS
from agency.api.event import events_page
from agency.api.filters import (
    UUID_SCHEMA,
    WORKSPACE,
    query_id,
    query_moment,
    query_word,
)
from agency.api.paging import MAX_QUERY, PARAMETERS, page_of, query_text
from agency.api.parsers import SEND_LIMIT
from agency.api.shapes import child as child_shapes
from agency.api.shapes import session as shapes
from agency.api.shapes.run import RunAnswer
from agency.commands.requests import child as child_requests
from agency.commands.requests import session as requests
from agency.models.session import SESSION_STATUSES
from agency.queries.child_counts import child_counts
from agency.queries.records import session_record
from agency.queries.session_list import ORDER, Wanted, wanted_sessions
from agency.queries.session_snapshot import session_snapshot
from agency.queries.tree_usage import session_totals, usages
from framework.core.errors import Invalid
from framework.core.ids import parse_uuid
from framework.events.keys import session_stream

FILTERS = [
    WORKSPACE,
    OpenApiParameter("status", str, description="One or more, comma-separated."),
    OpenApiParameter("agent", UUID_SCHEMA),
    OpenApiParameter("dashboard", UUID_SCHEMA),
    OpenApiParameter("parent", UUID_SCHEMA, description="Only children of this session."),
    OpenApiParameter("q", str, description="Words that all stand in the name or in one message."),
    OpenApiParameter("since", {"type": "string", "format": "date-time"}),
    OpenApiParameter("until", {"type": "string", "format": "date-time"}),
]
BEFORE = OpenApiParameter(
    "before", str, description="Older messages than this one (its id, or its depth)."
)


def wanted_of(request: Request) -> Wanted:
    """The filters of the request."""
    return Wanted(
        workspace_id=query_id(request, "workspace"),
        statuses=tuple(query_word(request, "status", SESSION_STATUSES)),
        agent_id=query_id(request, "agent"),
        dashboard=query_id(request, "dashboard"),
        parent_id=query_id(request, "parent"),
        text=query_text(request, "q", max_len=MAX_QUERY),
        since=query_moment(request, "since"),
        until=query_moment(request, "until"),
    )


class SessionListView(Endpoint):
    """Sessions that I may see."""

    body_limit = SEND_LIMIT

    @operation(answer=shapes.SessionPage, parameters=[*PARAMETERS, *FILTERS])
    def get(self, request: Request) -> Any:
        """Newest first; children only when asked for by `parent`."""
        user_id = caller_of(request).user_id
        rows = wanted_sessions(user_id, wanted_of(request))
        page = page_of(request, rows, ORDER, session_record, session_lanes(user_id))
        counts = child_counts(UUID(one["id"]) for one in page["results"])
        for one in page["results"]:
            one["child_count"] = counts.get(UUID(one["id"]), 0)
        return page

    @operation(body=requests.LaunchBody, answer=shapes.Launched, status=201, atomic=False)
    def post(self, request: Request, body: requests.LaunchBody) -> Any:
        """Begin a session with an agent, and say something if you like."""
        return requests.launch(caller_of(request).user_id, body, self.once)


class SessionView(Endpoint):
    """One session."""

    @operation(answer=shapes.SessionSnapshot, parameters=[BEFORE])
    def get(self, request: Request, session_id: UUID) -> Any:
        """The snapshot: newest 50 messages of the active path, or those before `before`."""
        user_id = caller_of(request).user_id
        before = before_depth(request, user_id, session_id)
        return session_snapshot(user_id, session_id, before=before)

    @operation(body=requests.UpdateSessionBody, answer=shapes.Session)
    def patch(self, request: Request, session_id: UUID, body: requests.UpdateSessionBody) -> Any:
        """Change name, prompt, thinking level, model, mode or visibility."""
        user_id = caller_of(request).user_id
        return self.with_current(
            lambda: requests.update(user_id, session_id, body),
            lambda: session_record(session_for(user_id, session_id)),
        )

    @operation(status=204, atomic=False)
    def delete(self, request: Request, session_id: UUID) -> Any:
        """Delete the session with everything of it."""
        return requests.delete(caller_of(request).user_id, session_id)


def before_depth(request: Request, user_id: int, session_id: UUID) -> int | None:
    """The depth that `before` names, by a message's id or as a number."""
    text = query_text(request, "before", max_len=45)
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    message_id = parse_uuid(text)
    if message_id is None:
        raise Invalid.field("before", "must be the id or the depth of a message")
    return message_for(user_id, session_id, message_id).depth


class StopView(Endpoint):
    """Stop whatever the session does."""

    @operation(answer=RunAnswer, status=202, atomic=False)
    def post(self, request: Request, session_id: UUID) -> Any:
        """Stop the live run; stopping twice is fine."""
        return requests.stop(caller_of(request).user_id, session_id)


class CloseView(Endpoint):
    """Put the session away."""

    @operation(answer=shapes.Session, atomic=False)
    def post(self, request: Request, session_id: UUID) -> Any:
        """Stop the work, withdraw the questions, stamp `closed_at`."""
        return requests.close(caller_of(request).user_id, session_id)


class ResumeView(Endpoint):
    """Take the session up again."""

    @operation(answer=shapes.Session)
    def post(self, request: Request, session_id: UUID) -> Any:
        """Clear `closed_at` and change nothing else."""
        return requests.resume(caller_of(request).user_id, session_id)


class InvokeView(Endpoint):
    """Ask a copy of the session."""

    @operation(
        body=child_requests.InvokeBody, answer=child_shapes.Invoked, status=202, atomic=False
    )
    def post(self, request: Request, session_id: UUID, body: child_requests.InvokeBody) -> Any:
        """A child with the same past answers; the session itself stays as it is."""
        return child_requests.invoke(caller_of(request).user_id, session_id, body, self.once)


class ChildListView(Endpoint):
    """The sessions that this one began."""

    @operation(answer=child_shapes.ChildPage, parameters=PARAMETERS)
    def get(self, request: Request, session_id: UUID) -> Any:
        """Children, newest first, each with what it used, alone and with its own children."""
        user_id = caller_of(request).user_id
        session = session_for(user_id, session_id)
        rows = visible_sessions(user_id).filter(parent=session).select_related("agent")
        page = page_of(request, rows, ("-updated_at", "-id"), session_record)
        used = usages([UUID(one["id"]) for one in page["results"]])
        page["results"] = [one | {"usage": used[UUID(one["id"])]} for one in page["results"]]
        return page


class SessionEventView(Endpoint):
    """What happened in the session."""

    @operation(answer=shapes.EventList, parameters=EVENT_PARAMETERS, errors=(410,))
    def get(self, request: Request, session_id: UUID) -> Any:
        """Frames after `since_id`, oldest first."""
        session_for(caller_of(request).user_id, session_id)
        return events_page(request, session_stream(session_id))


class SessionUsageView(Endpoint):
    """What the session used."""

    @operation(answer=shapes.SessionUsage)
    def get(self, request: Request, session_id: UUID) -> Any:
        """Totals, alone and with its children; these by model; the newest ledger rows."""
        session = session_for(caller_of(request).user_id, session_id)
        return session_totals(session)

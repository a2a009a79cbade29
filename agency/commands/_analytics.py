"""Count what happened, in the transaction in which it does, with one statement at its end."""

from datetime import datetime
from typing import Any

from django.conf import settings

from agency.analytics import KINDS
from agency.models import AnalyticsEvent, Interruption, Run, Session, ToolCall
from framework.db.transaction import require_transaction

BUILTIN = "builtin"


def count_event(
    event: str,
    session: Session,
    *,
    run: Run | None = None,
    user_id: int | None = None,
    **properties: Any,
) -> None:
    """Keep a row about the session; `user_id` is who did it, its owner unless said otherwise."""
    assert set(properties) == set(KINDS[event].properties), event
    unit = require_transaction()
    if not settings.AGENCY_ANALYTICS_DAYS:
        return
    rows: list[AnalyticsEvent] | None = unit.notes.get("analytics")
    if rows is None:
        rows = unit.notes["analytics"] = []
        collected = rows
        # Before the streams' counters, which are locked last.
        unit.last_acts.insert(0, lambda: _write(collected))
    rows.append(
        AnalyticsEvent(
            event=event,
            workspace_id=session.workspace_id,
            user_id=session.owner_id if user_id is None else user_id,
            session_id=session.id,
            run_id=None if run is None else run.id,
            properties=properties,
        )
    )


def _write(rows: list[AnalyticsEvent]) -> None:
    AnalyticsEvent.objects.bulk_create(rows)


def count_start(session: Session) -> None:
    """A session was begun."""
    model, mode = choice_of(session)
    agent = session.agent_id
    count_event(
        "session_started",
        session,
        kind=session.kind,
        agent_id=None if agent is None else str(agent),
        mode_id=mode,
        model_id=model,
    )


def count_first(session: Session, text: str, content: Any, *, user_id: int) -> None:
    """The first message of a session; of its words only their number is kept."""
    blocks = content if isinstance(content, list) else []
    pictures = sum(1 for block in blocks if block.get("type") == "image")
    count_event("first_message", session, user_id=user_id, characters=len(text), pictures=pictures)


def count_end(run: Run) -> None:
    """A run ended; a failure is counted as such, too."""
    session = run.session
    count_event(
        "turn_completed",
        session,
        run=run,
        status=run.status,
        kind=run.kind,
        steps=run.step + 1,
        seconds=_seconds(run.created_at, run.ended_at),
    )
    if run.status == "failed":
        code = str((run.error or {}).get("code", "unknown"))
        count_event("session_error", session, run=run, code=code)


def count_tool(run: Run, call: ToolCall) -> None:
    """A call has its result; one that never began is not counted."""
    if call.started_at is None:
        return
    result: Any = call.result
    count_event(
        "tool_executed",
        run.session,
        run=run,
        name=call.name,
        server=server_of(call.name),
        status=call.state,
        seconds=_seconds(call.started_at, call.ended_at),
        size=len(result["content"]),
    )


def count_request(run: Run, call: ToolCall) -> None:
    """A person is asked about a call."""
    count_event("approval_requested", run.session, run=run, name=call.name)


def count_resolution(run: Run, row: Interruption) -> None:
    """A question ended; only approvals are counted."""
    call = row.tool_call
    if row.kind != "approval" or call is None:
        return
    answer = row.answer or {}
    count_event(
        "approval_resolved",
        run.session,
        run=run,
        user_id=row.answered_by_id,
        name=call.name,
        decision=answer.get("decision", row.status),
        seconds=_seconds(row.created_at, row.resolved_at),
        edited="input" in answer and answer["input"] != call.args,
        remembered=answer.get("remember"),
    )


def count_switch(session: Session, before: tuple[Any, Any], *, user_id: int | None = None) -> None:
    """The model or mode that the session asks for may have changed; `before` is what it was."""
    for event, old, new in zip(
        ("model_switched", "mode_switched"), before, choice_of(session), strict=True
    ):
        if old != new:
            count_event(event, session, user_id=user_id, before=old, after=new)


def choice_of(session: Session) -> tuple[str | None, str | None]:
    """The ids of the model and the mode that the session itself asks for."""
    mode = session.mode_id
    return session.overrides.get("model"), None if mode is None else str(mode)


def server_of(name: str) -> str:
    """The server of a tool named `mcp__server__tool`."""
    parts = name.split("__")
    return parts[1] if len(parts) > 2 and parts[0] == "mcp" else BUILTIN


def _seconds(begin: datetime, end: datetime | None) -> float | None:
    return None if end is None else round((end - begin).total_seconds(), 3)

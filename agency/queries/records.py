"""The JSON of each noun, the same in REST, in sockets and in snapshots.

Builders take rows as they are and touch the database only for what they name; lists pass rows
fetched with `select_related`.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from agency.models import (
    Branch,
    Interruption,
    Message,
    QueuedMessage,
    Run,
    Session,
    ToolCall,
    ToolGroup,
)

Record = dict[str, Any]


def stamp(moment: datetime | None) -> str | None:
    """RFC 3339 in UTC with microseconds."""
    if moment is None:
        return None
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def text_id(value: UUID | None) -> str | None:
    """The id as text, or None."""
    return None if value is None else str(value)


def money(value: Decimal | None) -> str | None:
    """USD as a decimal string, or None when unknown."""
    return None if value is None else format(value.normalize(), "f")


def session_record(session: Session) -> Record:
    """A session as lists and headers show it."""
    return {
        "id": str(session.id),
        "workspace_id": str(session.workspace_id),
        "owner_id": session.owner_id,
        "kind": session.kind,
        "visibility": session.visibility,
        "name": session.name,
        "name_source": session.name_source,
        "status": session.status,
        "agent_id": text_id(session.agent_id),
        "agent_name": session.agent.name if session.agent else None,
        "mode_id": text_id(session.mode_id),
        "folder": session.folder,
        "overrides": session.overrides,
        "active_branch_id": text_id(session.active_branch_id),
        "queue_paused": session.queue_paused,
        "parent_id": text_id(session.parent_id),
        "parent_call_id": text_id(session.parent_call_id),
        "root_id": text_id(session.root_id),
        "depth": session.depth,
        "closed_at": stamp(session.closed_at),
        "created_at": stamp(session.created_at),
        "updated_at": stamp(session.updated_at),
        "version": session.version,
    }


def message_record(message: Message) -> Record:
    """LangChain's own dump laid flat, with the message's place in the tree."""
    body: Record = dict(message.content)
    body.pop("type", None)
    return body | {
        "id": str(message.id),
        "role": message.role,
        "session_id": str(message.session_id),
        "thread_id": str(message.session_id),
        "branch_id": str(message.branch_id),
        "depth": message.depth,
        "parent_id": text_id(message.parent_id),
        "run_id": text_id(message.run_id),
        "step": message.step,
        "call_id": text_id(message.call_id),
        "author_id": message.author_id,
        "settled": message.settled,
        "status": "partial" if message.partial else "complete",
        "ts": stamp(message.created_at),
    }


def branch_record(branch: Branch) -> Record:
    """A branch: where it forks and how far it goes."""
    return {
        "id": str(branch.id),
        "session_id": str(branch.session_id),
        "base_branch_id": text_id(branch.base_branch_id),
        "fork_depth": branch.fork_depth,
        "head_depth": branch.head_depth,
        "name": branch.name,
        "hidden": branch.hidden,
        "created_by": branch.created_by_id,
        "created_at": stamp(branch.created_at),
        "version": branch.version,
    }


def run_record(run: Run) -> Record:
    """A run: where it stands and why."""
    return {
        "id": str(run.id),
        "session_id": str(run.session_id),
        "branch_id": str(run.branch_id),
        "kind": run.kind,
        "status": run.status,
        "step": run.step,
        "attempt": run.attempt,
        "first_depth": run.first_depth,
        "stop_requested": run.stop_requested_at is not None,
        "not_before": stamp(run.not_before),
        "queued_at": stamp(run.queued_at),
        "started_at": stamp(run.started_at),
        "ended_at": stamp(run.ended_at),
        "error": run.error,
    }


def tool_call_record(call: ToolCall) -> Record:
    """A tool call: proposed, approved and executed input, state and result."""
    return {
        "id": str(call.id),
        "session_id": str(call.session_id),
        "run_id": str(call.run_id),
        "message_id": str(call.message_id),
        "idx": call.idx,
        "provider_call_id": call.provider_call_id,
        "name": call.name,
        "args": call.args,
        "args_approved": call.args_approved,
        "effect": call.effect,
        "parallel": call.parallel,
        "state": call.state,
        "decision": call.decision,
        "attempt": call.attempt,
        "deadline": stamp(call.deadline),
        "started_at": stamp(call.started_at),
        "ended_at": stamp(call.ended_at),
        "progress": call.progress,
        "result": call.result,
        "has_output": bool(call.output_path),
        "child_id": text_id(call.child_session_id),
    }


def interruption_record(row: Interruption) -> Record:
    """A question that waits, or how it ended; `session` is fetched with its agent."""
    session = row.session
    return {
        "id": str(row.id),
        "session_id": str(row.session_id),
        "run_id": str(row.run_id),
        "tool_call_id": text_id(row.tool_call_id),
        "kind": row.kind,
        "prompt": row.prompt,
        "status": row.status,
        "answer": row.answer,
        "answered_by": row.answered_by_id,
        "deadline": stamp(row.deadline),
        "default_action": row.default_action,
        "created_at": stamp(row.created_at),
        "resolved_at": stamp(row.resolved_at),
        "session_name": session.name,
        "agent_name": session.agent.name if session.agent else None,
        "parent_id": text_id(session.parent_id),
        "root_id": text_id(session.root_id),
    }


def without_names(record: Record) -> Record:
    """A question as somebody sees it who may not read its session, whose name quotes its words."""
    return record | {"session_name": "", "agent_name": None}


def queued_record(row: QueuedMessage) -> Record:
    """A message that waits for its turn."""
    return {
        "id": str(row.id),
        "session_id": str(row.session_id),
        "position": row.position,
        "author_id": row.author_id,
        "text": row.body.get("text", ""),
        "body": row.body,
        "strategy": row.strategy,
        "version": row.version,
        "created_at": stamp(row.created_at),
    }


def tool_group_record(group: ToolGroup) -> Record:
    """The name and icon of a run of tool calls."""
    return {
        "id": str(group.id),
        "session_id": str(group.session_id),
        "message_id": str(group.message_id),
        "name": group.name,
        "svg": group.svg,
        "refined": group.refined,
    }


def queue_records(session_id: UUID) -> list[Record]:
    """The queue of a session in its order; one query."""
    rows = QueuedMessage.objects.filter(session_id=session_id).order_by("position", "id")
    return [queued_record(row) for row in rows]


def branch_records(session_id: UUID) -> list[Record]:
    """The branches of a session, oldest first; one query."""
    return [branch_record(row) for row in branch_rows(session_id)]


def branch_rows(session_id: UUID) -> list[Branch]:
    """The same as rows."""
    return list(Branch.objects.filter(session_id=session_id).order_by("created_at", "id"))


def message_records(rows: Iterable[Message]) -> list[Record]:
    """Several messages in the order given."""
    return [message_record(row) for row in rows]

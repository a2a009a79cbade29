"""Row writers that several commands share; each needs an open unit of work."""

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack
from uuid import UUID

from langchain_core.messages import ToolMessage, message_to_dict

from agency.channel.protocol import Messenger, Monitor
from agency.commands._analytics import choice_of, count_switch
from agency.models import Branch, Message, Mode, Run, Session, ToolCall
from agency.models.run import LIVE_STATUSES
from agency.queries.path import message_at
from framework.bus.publish import publish_job
from framework.core.ids import uuid7
from framework.db.compiled import Compiled, Given
from framework.db.touch import insert_row, save_columns, save_stamped
from framework.db.transaction import require_transaction

RUN_JOB = "agency.run"

_BRANCH = Compiled(lambda: Branch.objects.filter(pk=Given("branch")))
_PLACE = Compiled(
    lambda: Message.objects.filter(branch_id=Given("branch"), depth=Given("depth")).values_list(
        "id", flat=True
    )
)
_LIVE = Compiled(lambda: Run.objects.filter(session_id=Given("session"), status__in=LIVE_STATUSES))


def set_session_status(session: Session, status: str) -> None:
    """Change the status column and tell; nothing happens when it is that already."""
    require_transaction()
    if session.status == status:
        return
    session.status = status
    touch_session(session, "status")
    Monitor.session_status(session)


def touch_session(session: Session, *fields: str) -> None:
    """Save the named columns with the database's time."""
    save_stamped(session, *fields)


def pause_queue(session: Session, paused: bool) -> None:
    """Hold or release the queue of a session, and tell."""
    require_transaction()
    if session.queue_paused == paused:
        return
    session.queue_paused = paused
    touch_session(session, "queue_paused")
    Monitor.queue_changed(session)
    Monitor.session_updated(session)


class MessageColumns(TypedDict, total=False):
    """What else a message may carry, by the kind of its role."""

    author_id: int | None
    run: Run | None
    step: int | None
    call: ToolCall | None
    partial: bool
    fingerprint: str
    parent_id: UUID | None


class Switch(TypedDict, total=False):
    """The ids of the model and the mode that a message asks for, checked already."""

    model: str
    mode: str


def apply_switch(session: Session, asked: Switch) -> None:
    """Let the session use the model and mode from now on, and tell; a mode that went is left."""
    require_transaction()
    overrides, mode_id = dict(session.overrides), session.mode_id
    if "model" in asked:
        overrides["model"] = asked["model"]
    if "mode" in asked and (mode := Mode.objects.filter(id=asked["mode"]).first()):
        mode_id = mode.id
    if overrides != session.overrides or mode_id != session.mode_id:
        before = choice_of(session)
        session.overrides, session.mode_id = overrides, mode_id
        touch_session(session, "overrides", "mode")
        Monitor.session_updated(session)
        count_switch(session, before)


def append_message(
    branch: Branch,
    *,
    role: str,
    content: dict[str, Any],
    settled: bool,
    message_id: UUID | None = None,
    context: Mapping[str, Any] | None = None,
    **columns: Unpack[MessageColumns],
) -> Message:
    """Add a message at the head of the branch and tell; raises IntegrityError on a lost race.

    `content` is LangChain's dump (`message_to_dict(m)["data"]`), already storable. `context` is
    how full the model's window is with it, where that is known.
    """
    require_transaction()
    identity = message_id or uuid7()
    if "parent_id" not in columns:
        columns["parent_id"] = _head_id(branch)
    message = Message(
        id=identity,
        session=branch.session,
        branch=branch,
        depth=branch.head_depth + 1,
        role=role,
        content=content | {"id": str(identity)},
        settled=settled,
        **columns,
    )
    insert_row(message)
    branch.head_depth = message.depth
    if context is not None:
        branch.context = {**context, "depth": message.depth}
        save_columns(branch, "head_depth", "context")
    else:
        save_columns(branch, "head_depth")
    Messenger.added(message)
    return message


def active_branch(session: Session) -> Branch | None:
    """The branch that the session shows, with this very session at its side.

    One instance of each, so that what is told of them later is not older.
    """
    field: Any = Session._meta.get_field("active_branch")
    if not field.is_cached(session):
        session.active_branch = _BRANCH.first(branch=session.active_branch_id)
    branch = session.active_branch
    if branch is not None:
        branch.session = session
    return branch


def _head_id(branch: Branch) -> UUID | None:
    """The id of the newest message that the branch shows."""
    if not branch.head_depth:
        return None
    own = _PLACE.first(branch=branch.id, depth=branch.head_depth)
    if own is not None:
        return own
    inherited = message_at(branch.id, branch.head_depth)
    return inherited.id if inherited is not None else None


def live_run(session_id: UUID) -> Run | None:
    """The session's one live run, unlocked."""
    rows = Run.objects.filter(session_id=session_id, status__in=LIVE_STATUSES)
    return rows.select_related("session__agent", "branch").first()


def has_live_run(session_id: UUID) -> bool:
    """Whether the session has a run that has not ended."""
    return _LIVE.exists(session=session_id)


def create_run(branch: Branch, *, kind: str = "turn") -> Run:
    """Queue a run at the head of the branch, tell, and hint a worker."""
    require_transaction()
    run = Run(session=branch.session, branch=branch, kind=kind, first_depth=branch.head_depth + 1)
    insert_row(run)
    Monitor.run_start(run)
    set_session_status(branch.session, "queued")
    publish_job(RUN_JOB, run.id)
    return run


def tool_content(call: ToolCall) -> dict[str, Any]:
    """What the model is told of the call's result, as LangChain's dump."""
    result: Any = call.result
    message = ToolMessage(
        content=result["content"],
        tool_call_id=call.provider_call_id,
        name=call.name,
        status="error" if result["is_error"] else "success",
    )
    return dict(message_to_dict(message)["data"])

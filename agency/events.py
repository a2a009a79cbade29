"""Typed facts: what happened, past tense, closed. `channel.protocol` turns them into frames.

Each event carries the whole record of what changed, so that a client's fold replaces and never
computes. `topic` is the wire's event name; `coarse` events also go to the user streams of
everyone who may see the session.
"""

from typing import Any, ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

Record = dict[str, Any]


class Event(BaseModel):
    """A fact of one session."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    topic: ClassVar[str]
    coarse: ClassVar[bool] = False

    def data(self) -> Record:
        """The `data` of the frame."""
        return self.model_dump(mode="json")


class SessionChanged(Event):
    """Base of the facts that carry the session's record; the stream of its parent tells it too."""

    coarse = True
    session: Record


class SessionStatusChanged(SessionChanged):
    """The session began to work, to wait, or came to rest."""

    topic = "session_status"


class SessionUpdated(SessionChanged):
    """Name, prompt, model, mode, visibility or the pause of the queue changed."""

    topic = "session_updated"


class SessionClosed(SessionChanged):
    """The session was closed."""

    topic = "session_closed"


class NameUpdated(SessionChanged):
    """The session got a name."""

    topic = "name_updated"


class SessionDeleted(Event):
    """The session is gone; told on the readers' own streams and on its parent's only."""

    topic = "session_deleted"
    coarse = True
    session_id: UUID


class BranchCreated(Event):
    """A branch was made and, as a rule, became the active one."""

    topic = "branch_created"
    branch: Record
    active_branch_id: str | None
    messages: list[Record]
    has_older: bool
    tool_calls: list[Record]
    tool_groups: list[Record]
    context: Record


class BranchSwitched(Event):
    """Another branch is shown, or branches were renamed, hidden or deleted.

    The newest page of the shown path comes along, and the newest runs: those of a deleted branch
    are gone.
    """

    topic = "branch_switched"
    active_branch_id: str | None
    branches: list[Record]
    messages: list[Record]
    has_older: bool
    tool_calls: list[Record]
    tool_groups: list[Record]
    runs: list[Record]
    context: Record


class QueueChanged(Event):
    """A message joined, left or moved in the queue, or the queue was paused."""

    topic = "queue_changed"
    queue: list[Record]
    queue_paused: bool


class RunEvent(Event):
    """Base of the facts that carry the run's record."""

    run: Record


class RunStarted(RunEvent):
    """A run was queued or claimed."""

    topic = "run_start"


class RunWaiting(RunEvent):
    """The run waits for a person or a child and holds nothing."""

    topic = "run_waiting"


class RunRetrying(RunEvent):
    """The run tries again at `not_before`."""

    topic = "run_retrying"


class RunEnded(RunEvent):
    """The run is done, failed or stopped."""

    topic = "run_end"


class StepStarted(Event):
    """A model is called; its answer will have `message_id`.

    `fallback_of` names the model that this one stands in for.
    """

    topic = "step_start"
    run_id: UUID
    step: int
    message_id: UUID
    model: str = ""
    fallback_of: str | None = None


class StepEnded(Event):
    """The step's calls all have results."""

    topic = "step_end"
    run_id: UUID
    step: int


class ToolCallChanged(Event):
    """A tool call was proposed, decided, begun or made progress."""

    topic = "tool_call"
    tool_call: Record


class ToolCallEnded(Event):
    """A tool call has its result."""

    topic = "tool_result"
    tool_call: Record


class UsageChanged(Event):
    """The session's totals rose; `context` is how full the window of the shown path is now."""

    topic = "usage"
    usage: Record
    context: Record


class InterruptionOpened(Event):
    """A person is asked."""

    topic = "interruption_opened"
    coarse = True
    interruption: Record


class InterruptionResolved(Event):
    """The question was answered, expired or was withdrawn."""

    topic = "interruption_resolved"
    coarse = True
    interruption: Record


class GroupMetaUpdated(Event):
    """A run of tool calls got its name and icon."""

    topic = "group_meta_updated"
    tool_group: Record


class ChildEvent(Event):
    """Base of the facts about a session that this one began; told on the parent's stream."""

    child: Record
    tool_call_id: UUID | None


class ChildStarted(ChildEvent):
    """A child session begins its work, for a call or for a person."""

    topic = "child_started"


class ChildEnded(ChildEvent):
    """A child session came to rest."""

    topic = "child_ended"


class ContextCompacted(Event):
    """A summary of the older part of a path was begun, made, or given up.

    `context` is that of the shown path as it stands then.
    """

    topic = "context_compacted"
    compaction: Record
    context: Record


class CatalogChanged(BaseModel):
    """A listed thing of a workspace was created, updated or deleted."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    resource: str
    action: str
    id: str
    record: Record | None
    scope: Record


EVENTS: tuple[type[Event], ...] = (
    SessionStatusChanged,
    SessionUpdated,
    SessionClosed,
    NameUpdated,
    SessionDeleted,
    BranchCreated,
    BranchSwitched,
    QueueChanged,
    RunStarted,
    RunWaiting,
    RunRetrying,
    RunEnded,
    StepStarted,
    StepEnded,
    ToolCallChanged,
    ToolCallEnded,
    UsageChanged,
    InterruptionOpened,
    InterruptionResolved,
    GroupMetaUpdated,
    ChildStarted,
    ChildEnded,
    ContextCompacted,
)

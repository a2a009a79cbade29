"""Sessions, messages, branches and what belongs to them."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from agency.api.shapes.problem import Bag, IdText, Money, PageShape, Shape, Time
from agency.api.shapes.run import Interruption, ModelCall, Run, ToolCall, ToolGroup


class Session(Shape):
    """A session as lists and headers show it."""

    id: IdText
    workspace_id: IdText
    owner_id: int
    kind: str
    visibility: str
    name: str
    name_source: str
    status: str
    agent_id: IdText | None
    agent_name: str | None
    mode_id: IdText | None
    folder: str
    overrides: Bag
    active_branch_id: IdText | None
    queue_paused: bool
    parent_id: IdText | None
    parent_call_id: IdText | None
    root_id: IdText | None
    depth: int
    closed_at: Time | None
    created_at: Time
    updated_at: Time
    version: int


class Message(BaseModel):
    """LangChain's own dump of the message laid flat, with its place in the tree."""

    model_config = ConfigDict(extra="allow")
    id: IdText
    role: str
    content: Any
    session_id: IdText
    thread_id: IdText
    branch_id: IdText
    depth: int
    parent_id: IdText | None
    run_id: IdText | None
    step: int | None
    call_id: IdText | None
    author_id: int | None
    settled: bool
    status: str
    ts: Time


class Branch(Shape):
    """A branch: where it forks and how far it goes."""

    id: IdText
    session_id: IdText
    base_branch_id: IdText | None
    fork_depth: int | None
    head_depth: int
    name: str
    hidden: bool
    created_by: int | None
    created_at: Time
    version: int


class Queued(Shape):
    """A message that waits for its turn."""

    id: IdText
    session_id: IdText
    position: int
    author_id: int | None
    text: str
    body: Bag
    strategy: str
    version: int
    created_at: Time


class Usage(Shape):
    """Totals of the ledger; an unknown price makes the cost partial or null."""

    input: int
    output: int
    cache_read: int
    cache_write: int
    cost_usd: Money | None
    cost_is_partial: bool
    calls: int
    context_tokens: int


class Compaction(Shape):
    """A summary of a path up to a depth, or the try of one."""

    id: IdText
    session_id: IdText
    branch_id: IdText
    run_id: IdText | None
    depth: int
    reason: str
    state: str
    summary: str
    tokens_before: int
    tokens_after: int | None
    created_at: Time
    ended_at: Time | None
    error: Bag | None


class Context(Shape):
    """How full the model's window is on the shown path; null where nobody knows yet.

    `compaction` is the summary in force there, `latest` the newest try of one.
    """

    tokens: int | None
    window: int | None
    threshold: int | None
    compaction: Compaction | None
    latest: Compaction | None


class SessionSnapshot(Shape):
    """All that a client shows of a session, and the cursor from which to follow it."""

    session: Session
    messages: list[Message]
    has_older: bool
    branches: list[Branch]
    runs: list[Run]
    tool_calls: list[ToolCall]
    tool_groups: list[ToolGroup]
    interruptions: list[Interruption]
    stream: Bag | None
    queue: list[Queued]
    usage: Usage
    children: list[Session]
    context: Context
    cursor: dict[str, int]


class Sent(Shape):
    """What became of a message: it stands with its run, or waits in the queue."""

    message: Message | None
    run: Run | None
    queued: Queued | None


class Launched(Session):
    """The new session, and what became of its first message."""

    sent: Sent | None


class PathWindow(Shape):
    """A window of a branch's path, oldest first."""

    messages: list[Message]
    has_older: bool
    tool_calls: list[ToolCall]
    tool_groups: list[ToolGroup]


class BranchEnd(Shape):
    """The beginning of a branch's first or last own message."""

    id: IdText
    role: str
    depth: int
    text: str
    ts: Time


class MappedBranch(Branch):
    """A branch with its first and last own message; both null while it has none."""

    first: BranchEnd | None
    head: BranchEnd | None


class BranchList(Shape):
    """All branches, oldest first."""

    results: list[MappedBranch]


class QueueList(Shape):
    """The waiting messages in their order, and whether they are held back."""

    results: list[Queued]
    queue_paused: bool


class Forked(Shape):
    """The new branch, the session that shows it, and the run that goes on from there."""

    branch: Branch
    session: Session
    run: Run | None


class BranchTail(Shape):
    """What one branch says after the common part."""

    branch: Branch
    messages: list[Message]
    has_more: bool


class Comparison(Shape):
    """Two branches side by side from where they part."""

    common_depth: int
    left: BranchTail
    right: BranchTail


class EventFrame(BaseModel):
    """A frame as sockets send it, with its place in the stream."""

    model_config = ConfigDict(extra="allow")
    stream: str
    seq: int


class EventList(Shape):
    """Frames after a cursor, oldest first; `has_more` when there are further ones."""

    results: list[EventFrame]
    has_more: bool
    cursor: dict[str, int]


class ListedSession(Session):
    """A session of the list, and how many sessions it began."""

    child_count: int


class SessionPage(PageShape):
    """Sessions, newest first."""

    results: list[ListedSession]


class ModelUsage(Shape):
    """What one model took."""

    model: str
    input: int
    output: int
    cache_read: int
    cache_write: int
    cost_usd: Money | None
    cost_is_partial: bool
    calls: int


class SessionUsage(Shape):
    """What a session used, alone and with its children; these together by model."""

    own: Usage
    inclusive: Usage
    calls: list[ModelCall]
    by_model: list[ModelUsage]

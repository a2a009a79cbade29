"""Sessions, messages, branches, runs and what belongs to them."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from agency.api.shapes.problem import Bag, IdText, Money, PageShape, Shape, Time


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


class Run(Shape):
    """A run: where it stands and why."""

    id: IdText
    session_id: IdText
    branch_id: IdText
    kind: str
    status: str
    step: int
    attempt: int
    first_depth: int
    stop_requested: bool
    not_before: Time | None
    queued_at: Time | None
    started_at: Time | None
    ended_at: Time | None
    error: Bag | None


class ToolCall(Shape):
    """A tool call: proposed, approved and executed input, state and result."""

    id: IdText
    session_id: IdText
    run_id: IdText
    message_id: IdText
    idx: int
    provider_call_id: str
    name: str
    args: Any
    args_approved: Any
    effect: str
    parallel: bool
    state: str
    decision: Bag | None
    attempt: int
    deadline: Time | None
    started_at: Time | None
    ended_at: Time | None
    progress: str
    result: Bag | None
    has_output: bool


class ToolGroup(Shape):
    """The name and icon of a run of tool calls."""

    id: IdText
    session_id: IdText
    message_id: IdText
    name: str
    svg: str
    refined: bool


class Interruption(Shape):
    """A question that waits, or how it ended."""

    id: IdText
    session_id: IdText
    run_id: IdText
    tool_call_id: IdText | None
    kind: str
    prompt: Bag
    status: str
    answer: Bag | None
    answered_by: int | None
    deadline: Time | None
    default_action: str
    created_at: Time
    resolved_at: Time | None
    session_name: str
    agent_name: str | None


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


class ModelCall(Shape):
    """A row of the usage ledger."""

    id: IdText
    session_id: IdText
    run_id: IdText | None
    step: int | None
    attempt: int
    purpose: str
    model: str
    state: str
    started_at: Time
    first_token_at: Time | None
    ended_at: Time | None
    input_tokens: int | None
    output_tokens: int | None
    cache_read_tokens: int | None
    cache_write_tokens: int | None
    estimated: bool
    cost_usd: Money | None
    error: Bag | None


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
    cursor: dict[str, int]


class Sent(Shape):
    """What became of a message: it stands with its run, or waits in the queue."""

    message: Message | None
    run: Run | None
    queued: Queued | None


class Launched(Session):
    """The new session, and what became of its first message."""

    sent: Sent | None


class RunAnswer(Shape):
    """The run that was begun or stopped, if any."""

    run: Run | None


class PathWindow(Shape):
    """A window of a branch's path, oldest first."""

    messages: list[Message]
    has_older: bool
    tool_calls: list[ToolCall]


class BranchList(Shape):
    """All branches, oldest first."""

    results: list[Branch]


class QueueList(Shape):
    """The waiting messages in their order."""

    results: list[Queued]


class BranchTail(Shape):
    """What one branch says after the common part."""

    branch: Branch
    messages: list[Message]


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


class RunStep(Shape):
    """One model call with its tools."""

    step: int
    message_id: IdText | None
    model_calls: list[ModelCall]
    tool_calls: list[ToolCall]


class RunTimeline(Shape):
    """A run told step by step."""

    run: Run
    steps: list[RunStep]
    interruptions: list[Interruption]


class ToolOutput(Shape):
    """The whole result of a tool call."""

    content: Any
    is_error: bool
    is_whole: bool


class SessionPage(PageShape):
    """Sessions, newest first."""

    results: list[Session]


class RunPage(PageShape):
    """Runs, newest first."""

    results: list[Run]


class InterruptionPage(PageShape):
    """Questions, newest first."""

    results: list[Interruption]


class ModelCallPage(PageShape):
    """Ledger rows, newest first."""

    results: list[ModelCall]


class SessionUsage(Shape):
    """What a session used, alone and with its children."""

    own: Usage
    inclusive: Usage
    calls: list[ModelCall]

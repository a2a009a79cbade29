"""What an export holds of each row. Field names are the columns' own; ids hold within one file."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from framework.core.ids import parse_uuid

FORMAT: Literal["agency.export"] = "agency.export"
VERSION: Literal[1] = 1


def _as_id(value: Any) -> Any:
    if (found := parse_uuid(value)) is None:
        raise ValueError("must be an id")
    return found


def _as_moment(value: Any) -> Any:
    if not isinstance(value, str) or len(value) > 40:
        raise ValueError("must be a moment, like 2030-01-01T00:00:00Z")
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None or not 1990 <= moment.year <= 2200:
        raise ValueError("must be a moment with its zone, like 2030-01-01T00:00:00Z")
    return moment


def _as_money(value: Any) -> Any:
    if not isinstance(value, str) or len(value) > 30:
        raise ValueError("must be a decimal number as text")
    try:
        amount = Decimal(value)
    except ArithmeticError:
        raise ValueError("must be a decimal number as text") from None
    if not amount.is_finite() or not 0 <= amount < 10**8:
        raise ValueError("is no possible cost")
    return amount


Id = Annotated[UUID, BeforeValidator(_as_id)]
When = Annotated[datetime, BeforeValidator(_as_moment)]
Money = Annotated[Decimal, BeforeValidator(_as_money)]
Count = Annotated[int, Field(ge=0, le=2_147_483_647)]
Small = Annotated[int, Field(ge=0, le=32_767)]
Place = Annotated[int, Field(ge=1, le=1_000_000)]
Line = Annotated[str, Field(max_length=200)]
Short = Annotated[str, Field(max_length=120)]
Bag = dict[str, Any]


class Row(BaseModel):
    """Unknown fields are refused, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, protected_namespaces=())


class Stamped(Row):
    """A row with the moment it was made."""

    id: Id
    created_at: When


class PortableSession(Stamped):
    """The session itself; agent, mode and model are named, since their ids mean nothing elsewhere.

    A session with a `parent_id` follows its parent in the file.
    """

    parent_id: Id | None
    parent_call_id: Id | None
    kind: Literal["chat", "child", "invoked", "browser", "member", "test", "standing"]
    name: Line
    name_source: Literal["auto", "person"]
    status: Literal[
        "idle", "queued", "running", "waiting", "waiting_retry", "completed", "stopped", "failed"
    ]
    agent: Line | None
    mode: Line | None
    model: Line | None
    thinking: Literal["off", "low", "medium", "high"] | None
    system_prompt: Annotated[str, Field(max_length=100_000)] | None
    active_branch_id: Id | None
    closed_at: When | None


class PortableAttachment(Stamped):
    """A picture that messages show, as base64."""

    name: Line
    media_type: Annotated[str, Field(max_length=100)]
    size: Count
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    data: Annotated[str, Field(max_length=8_000_000)] | None


class PortableBranch(Stamped):
    """A line of messages, from where it leaves its base."""

    base_branch_id: Id | None
    fork_depth: Count | None
    name: Short
    hidden: bool
    context: Bag | None


class PortableRun(Stamped):
    """An execution of the agent, as history."""

    branch_id: Id
    kind: Literal["turn", "child", "wake", "schedule", "compact"]
    status: Literal["queued", "running", "suspended", "done", "failed", "stopped"]
    step: Count
    attempt: Count
    first_depth: Count
    queued_at: When
    started_at: When | None
    ended_at: When | None
    lost_count: Count
    error: Bag | None


class PortableMessage(Stamped):
    """A message in its place; what came before it is its parent. `content` is LangChain's dump."""

    branch_id: Id
    depth: Place
    role: Literal["human", "ai", "tool"]
    content: Bag
    by_me: bool
    run_id: Id | None
    step: Count | None
    call_id: Id | None
    settled: bool
    partial: bool


class PortableCall(Stamped):
    """A tool call with its result; `output` is the whole of a result that was shortened."""

    run_id: Id
    message_id: Id
    idx: Small
    provider_call_id: Line
    name: Line
    args: Bag
    args_approved: Bag | None
    effect: Literal["pure", "idempotent", "once"]
    parallel: bool
    state: Literal[
        "proposed", "approved", "awaiting", "running", "waiting",
        "done", "failed", "denied", "cancelled", "unknown",
    ]  # fmt: skip
    decision: Bag | None
    attempt: Count
    started_at: When | None
    ended_at: When | None
    progress: Annotated[str, Field(max_length=500)]
    result: Bag | None
    output: str | None
    output_name: Id | None
    child_session_id: Id | None


class PortableGroup(Stamped):
    """The name and icon of a group of tool calls."""

    message_id: Id
    name: Short
    svg: str
    refined: bool


class PortableSummary(Stamped):
    """A summary of the older part of a path."""

    branch_id: Id
    run_id: Id | None
    step: Count
    depth: Count
    reason: Literal["automatic", "overflow", "manual"]
    state: Literal["running", "done", "failed"]
    summary: str
    tokens_before: Count
    tokens_after: Count | None
    ended_at: When | None
    error: Bag | None


class PortableQuestion(Stamped):
    """A question to a person, and what became of it."""

    run_id: Id
    tool_call_id: Id | None
    kind: Literal["question", "approval", "reconcile", "limit"]
    prompt: Bag
    digest: Annotated[str, Field(max_length=64)]
    status: Literal["pending", "answered", "expired", "cancelled"]
    answer: Bag | None
    deadline: When | None
    default_action: Literal["deny", "keep"]
    resolved_at: When | None


class PortableUsage(Stamped):
    """A request to a model as the ledger knew it; it is told, never summed again."""

    run_id: Id | None
    step: Count | None
    attempt: Count
    purpose: Literal["turn", "title", "group_meta", "compaction"]
    model: Line
    state: Literal["started", "done", "failed", "cut"]
    first_token_at: When | None
    ended_at: When | None
    input_tokens: Count | None
    output_tokens: Count | None
    cache_read_tokens: Count | None
    cache_write_tokens: Count | None
    estimated: bool
    price: Bag | None
    cost: Money | None
    error: Bag | None


class Portable(Row):
    """One session with all that belongs to it."""

    session: PortableSession
    attachments: list[PortableAttachment]
    branches: list[PortableBranch]
    runs: list[PortableRun]
    messages: list[PortableMessage]
    tool_calls: list[PortableCall]
    tool_groups: list[PortableGroup]
    compactions: list[PortableSummary]
    interruptions: list[PortableQuestion]
    usage: list[PortableUsage]


class Export(Row):
    """A whole file. Sessions stand before those that they began."""

    format: Literal["agency.export"]
    version: Literal[1]
    exported_at: When
    sessions: list[Portable]

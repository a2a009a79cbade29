"""The model port: what the agent loop asks of a provider, and what it gets back.

No provider's type crosses this line, so a run can be tested against any client that
keeps these promises. Messages are LangChain's; an assistant message keeps the provider's
own block list whole, because signatures and block order must survive a replay.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from langchain_core.messages import AIMessage, BaseMessage

BlockKind = Literal["text", "thinking", "redacted_thinking", "tool_use"]
ErrorKind = Literal["rate_limited", "overloaded", "retryable", "overflow", "fatal"]


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """One tool as the model sees it."""

    name: str
    description: str
    input_schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One model call.

    `thinking` is a budget in tokens; 0 turns thinking off as far as the model allows, None
    leaves it to the model's default.
    `tool_choice` is None (the model decides), "any", "none" or a tool's name.
    `metadata` never leaves the process except for its "user_id"; "purpose" says what the
    call is for ("turn", "title", "group_meta", "compaction").
    """

    model: str
    system: str
    messages: Sequence[BaseMessage]
    tools: Sequence[ToolSchema] = ()
    max_tokens: int = 8192
    thinking: int | None = None
    temperature: float | None = None
    tool_choice: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, each counted once: `input` excludes what the cache served.

    `estimated` is set when the stream broke before the provider told the final count.
    """

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    estimated: bool = False

    @property
    def context_tokens(self) -> int:
        """How much of the window this call took, answer included."""
        return self.input + self.cache_read + self.cache_write + self.output


@dataclass(frozen=True, slots=True)
class BlockStart:
    """A content block begins; `name` and `call_id` are set for tool calls."""

    block: int
    kind: BlockKind
    name: str | None = None
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class BlockDelta:
    """More of a block; for tool calls `text` is a piece of the input's JSON."""

    block: int
    kind: BlockKind
    text: str


@dataclass(frozen=True, slots=True)
class BlockStop:
    """A content block is complete."""

    block: int


@dataclass(frozen=True, slots=True)
class UsageSeen:
    """The newest cumulative usage of this call."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Completed:
    """The last event of a stream that went well."""

    message: AIMessage
    usage: Usage
    stop_reason: str


StreamEvent = BlockStart | BlockDelta | BlockStop | UsageSeen | Completed


class ModelError(Exception):
    """A model call failed, in one of five ways that the loop treats differently.

    `detail` is safe to show and store: it never holds a key. `hint` says what a person
    can do next. `usage` is what the broken call is believed to have cost.
    """

    def __init__(
        self,
        kind: ErrorKind,
        detail: str,
        *,
        hint: str = "",
        status: int | None = None,
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind: ErrorKind = kind
        self.detail = detail
        self.hint = hint
        self.status = status
        self.retry_after = retry_after
        self.usage = usage

    @property
    def may_retry(self) -> bool:
        """True when the same request may succeed later."""
        return self.kind in ("rate_limited", "overloaded", "retryable")


@runtime_checkable
class ModelClient(Protocol):
    """A provider's endpoint with one key. It never retries: the loop owns retries."""

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """Events of one answer, ending in `Completed`; raises only `ModelError`.

        Closing the iterator, or cancelling the task that reads it, drops the connection.
        """
        ...

    async def count_tokens(self, request: ModelRequest) -> int:
        """How many input tokens the request would take."""
        ...

    async def probe(self) -> str:
        """One sentence that says the endpoint and the key work; raises `ModelError`."""
        ...

    async def aclose(self) -> None:
        """Release the connections."""
        ...

"""Runs, tool calls, questions and the ledger."""

from typing import Any

from agency.api.shapes.problem import Bag, IdText, Money, PageShape, Shape, Time


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
    child_id: IdText | None


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
    parent_id: IdText | None
    root_id: IdText | None


class ModelCall(Shape):
    """A row of the usage ledger."""

    id: IdText
    session_id: IdText
    run_id: IdText | None
    step: int | None
    attempt: int
    purpose: str
    model: str
    fallback_of: str | None
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


class RunAnswer(Shape):
    """The run that was begun or stopped, if any."""

    run: Run | None


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


class RunPage(PageShape):
    """Runs, newest first."""

    results: list[Run]


class InterruptionPage(PageShape):
    """Questions, newest first."""

    results: list[Interruption]

"""The loop's pure state, read from the rows of a locked run."""

from uuid import UUID

from django.db.models import QuerySet

from agency.loop.state import CallState, CallStatus, Effect, RunState, RunStatus
from agency.models import Agent, Interruption, Message, QueuedMessage, Run, ToolCall
from agency.queries.path import path_head
from framework.db.compiled import Compiled, Given

STEP_LIMIT = 50

_TURN = Compiled(
    lambda: Message.objects.filter(run_id=Given("run"), step=Given("step"), role="ai").values_list(
        "id", flat=True
    )
)
_CALLS = Compiled(lambda: ToolCall.objects.filter(message_id=Given("message")).order_by("idx"))
_PENDING = Compiled(
    lambda: Interruption.objects.filter(run_id=Given("run"), status="pending").values_list(
        "id", flat=True
    )
)
_STEERING = Compiled(
    lambda: QueuedMessage.objects.filter(session_id=Given("session"), strategy="steer")
)


def state_of(run: Run) -> RunState:
    """Everything a decision depends on; call it under the run's lock."""
    turn_id = turn_of(run)
    return state_at(run, turn_id, step_calls(turn_id) if turn_id is not None else [])


def turn_of(run: Run) -> UUID | None:
    """The id of the message of the step under way, if it stands."""
    return _TURN.first(run=run.id, step=run.step)


def state_at(run: Run, turn_id: UUID | None, calls: list[ToolCall]) -> RunState:
    """The same, from a turn and its calls that the caller has read under the lock."""
    return RunState(
        status=RunStatus(run.status),
        fence=run.fence,
        step=run.step,
        stop_requested=run.stop_requested_at is not None,
        calls=tuple(call_state(call) for call in calls),
        open_interruptions=tuple(_PENDING.all(run=run.id)),
        has_ai_message_of_step=turn_id is not None,
        awaits_reply=turn_id is None and _awaits_reply(run),
        steer_waiting=is_steered(run),
        step_limit=limit_of(run.session.agent, "steps", STEP_LIMIT),
        compacts=run.kind == "compact",
    )


def step_calls(message_id: UUID) -> list[ToolCall]:
    """The calls of one turn in their order."""
    return _CALLS.all(message=message_id)


def call_state(call: ToolCall) -> CallState:
    """The row in the words of the loop."""
    return CallState(
        id=call.id,
        idx=call.idx,
        state=CallStatus(call.state),
        effect=Effect(call.effect),
        parallel=call.parallel,
        attempt=call.attempt,
        fence=call.fence or 0,
    )


def pending_of(run: Run) -> QuerySet[Interruption, Interruption]:
    """The questions of this run that wait for a person."""
    return Interruption.objects.filter(run=run, status="pending")


def steering(run: Run) -> QuerySet[QueuedMessage, QueuedMessage]:
    """Messages that want to be seen at the next model call, in their order."""
    rows = QueuedMessage.objects.filter(session_id=run.session_id, strategy="steer")
    return rows.order_by("position", "id")


def is_steered(run: Run) -> bool:
    """Whether such a message waits."""
    return _STEERING.exists(session=run.session_id)


def limit_of(agent: Agent | None, name: str, default: int) -> int:
    """A limit of the agent, or the product's default."""
    value = (agent.limits if agent is not None else {}).get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _awaits_reply(run: Run) -> bool:
    head = path_head(run.branch_id)
    return head is not None and head.role != "ai"

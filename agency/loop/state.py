"""The words of the loop: statuses, legal moves, and the state a decision is made from.

Pure data, no Django. Models, commands, the runner and the explicit-state checker all
read the same tables, so a status or a move exists once. The enums are `StrEnum`s: a
string from a row compares, hashes and matches like its member.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar
from uuid import UUID


class RunStatus(StrEnum):
    """Where a run is; `running` means a worker owns it."""

    QUEUED = "queued"
    RUNNING = "running"
    SUSPENDED = "suspended"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class CallStatus(StrEnum):
    """Where a tool call is; `unknown` means that nobody can say whether it acted."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    AWAITING = "awaiting"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    DENIED = "denied"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"


class InterruptionStatus(StrEnum):
    """Where a question to a person is; it leaves `pending` once."""

    PENDING = "pending"
    ANSWERED = "answered"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class InterruptionKind(StrEnum):
    """What a person is asked. A `limit` belongs to the run, the others to a call."""

    QUESTION = "question"
    APPROVAL = "approval"
    RECONCILE = "reconcile"
    LIMIT = "limit"


class Effect(StrEnum):
    """What a repeat of a tool would do: nothing, the same again, or a second time."""

    PURE = "pure"
    IDEMPOTENT = "idempotent"
    ONCE = "once"


S = TypeVar("S", bound=StrEnum)

RUN_MOVES: Final[Mapping[RunStatus, frozenset[RunStatus]]] = {
    RunStatus.QUEUED: frozenset({RunStatus.RUNNING, RunStatus.STOPPED}),
    RunStatus.RUNNING: frozenset(
        {
            RunStatus.QUEUED,  # handed over, reclaimed, or to be retried later
            RunStatus.SUSPENDED,
            RunStatus.DONE,
            RunStatus.FAILED,
            RunStatus.STOPPED,
        }
    ),
    RunStatus.SUSPENDED: frozenset({RunStatus.QUEUED, RunStatus.STOPPED}),
    RunStatus.DONE: frozenset(),
    RunStatus.FAILED: frozenset(),
    RunStatus.STOPPED: frozenset(),
}

CALL_MOVES: Final[Mapping[CallStatus, frozenset[CallStatus]]] = {
    # `proposed` is never at rest: policy decides in the transaction that makes the row.
    CallStatus.PROPOSED: frozenset({CallStatus.DENIED, CallStatus.AWAITING, CallStatus.APPROVED}),
    CallStatus.AWAITING: frozenset(
        {
            CallStatus.APPROVED,
            CallStatus.DENIED,
            CallStatus.DONE,  # a question's answer, or "it happened"
            CallStatus.CANCELLED,
            CallStatus.UNKNOWN,
        }
    ),
    CallStatus.APPROVED: frozenset(
        {
            CallStatus.RUNNING,
            CallStatus.WAITING,  # a child session does the work
            CallStatus.DENIED,
            CallStatus.AWAITING,
            CallStatus.CANCELLED,
        }
    ),
    CallStatus.RUNNING: frozenset(
        {
            CallStatus.DONE,
            CallStatus.FAILED,
            CallStatus.CANCELLED,
            CallStatus.UNKNOWN,  # stopped while a `once` tool was at work
            CallStatus.APPROVED,  # lost by its worker, safe to repeat
            CallStatus.AWAITING,  # lost by its worker, not safe to repeat: reconcile
        }
    ),
    CallStatus.WAITING: frozenset({CallStatus.DONE, CallStatus.FAILED, CallStatus.CANCELLED}),
    CallStatus.DONE: frozenset(),
    CallStatus.FAILED: frozenset(),
    CallStatus.DENIED: frozenset(),
    CallStatus.CANCELLED: frozenset(),
    CallStatus.UNKNOWN: frozenset(),
}

INTERRUPTION_MOVES: Final[Mapping[InterruptionStatus, frozenset[InterruptionStatus]]] = {
    InterruptionStatus.PENDING: frozenset(
        {
            InterruptionStatus.ANSWERED,
            InterruptionStatus.EXPIRED,
            InterruptionStatus.CANCELLED,
        }
    ),
    InterruptionStatus.ANSWERED: frozenset(),
    InterruptionStatus.EXPIRED: frozenset(),
    InterruptionStatus.CANCELLED: frozenset(),
}


def may_move(table: Mapping[S, frozenset[S]], a: S, b: S) -> bool:
    """Whether the table lets a thing in state `a` become `b`; staying is no move."""
    return b in table[a]


def terminal(table: Mapping[S, frozenset[S]]) -> frozenset[S]:
    """The states that nothing leaves."""
    return frozenset(state for state, onward in table.items() if not onward)


RUN_TERMINAL: Final = terminal(RUN_MOVES)
RUN_LIVE: Final = frozenset(RunStatus) - RUN_TERMINAL
CALL_TERMINAL: Final = terminal(CALL_MOVES)
CALL_OPEN: Final = frozenset(CallStatus) - CALL_TERMINAL


@dataclass(frozen=True, slots=True)
class RunError:
    """Why a run failed, in the words that the wire shows."""

    code: str
    title: str
    detail: str = ""


POISON: Final = RunError(
    code="poison",
    title="The run was lost by its workers too often.",
    detail="Each worker that took it died or was cut off; retry it once the cause is found.",
)


@dataclass(frozen=True, slots=True)
class CallState:
    """One tool call of the step under way.

    `attempt` counts how often execution was begun (0 = never), and `fence` is the run's
    fence at the last begin. `parallel` says that the tool may run beside others.
    """

    id: UUID
    idx: int
    state: CallStatus
    effect: Effect = Effect.ONCE
    parallel: bool = False
    attempt: int = 0
    fence: int = 0


@dataclass(frozen=True, slots=True)
class RunState:
    """Everything a decision about a run depends on, read under the run's lock or fence.

    `step` counts the closed steps, so the first step is 0. `calls` are those of the step
    under way, in any order. `open_interruptions` are the ids of the pending ones, `limit`
    included. `awaits_reply` means that the path ends in a human or tool message, and
    `steer_waiting` that a person's steering message waits for the next model call.
    `compacts` marks a run that summarises the path instead of answering.
    `error` is a failure that no further step can heal.
    """

    status: RunStatus
    fence: int = 0
    step: int = 0
    stop_requested: bool = False
    calls: tuple[CallState, ...] = ()
    open_interruptions: tuple[UUID, ...] = ()
    has_ai_message_of_step: bool = False
    awaits_reply: bool = True
    steer_waiting: bool = False
    step_limit: int | None = None
    compacts: bool = False
    error: RunError | None = None

    def may_ask(self, step: int) -> bool:
        """Whether the limit leaves the model that step."""
        return self.step_limit is None or step < self.step_limit

    @property
    def may_steer(self) -> bool:
        """Whether a steering message joins now: the model can still be asked about it.

        It joins after the tool messages of the step under way, or before one that has not begun.
        """
        return self.steer_waiting and self.may_ask(self.step + self.has_ai_message_of_step)

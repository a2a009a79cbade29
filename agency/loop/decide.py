"""What a run does next, as pure functions of its state.

The runner asks `decide` and acts; the transactions ask the others while they hold the
run's lock. No function here reads a clock, a row or a setting, which is why the
explicit-state checker can drive the very same ones through every interleaving.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal
from uuid import UUID

from agency.loop.state import (
    CALL_TERMINAL,
    CallState,
    CallStatus,
    Effect,
    InterruptionKind,
    RunError,
    RunState,
    RunStatus,
)

POISON_LOSSES: Final = 5
STEP_LIMIT: Final = RunError(
    code="step_limit",
    title="The run reached its limit of steps.",
    detail="Send a message to let the agent go on.",
)


# ---- the runner's question: what next? --------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallModel:
    """Stream the next turn and commit it."""


@dataclass(frozen=True, slots=True)
class Compact:
    """Summarise the older part of the path; the commit of the summary ends the run."""


@dataclass(frozen=True, slots=True)
class RunTools:
    """Begin these calls now, side by side, and ask again when all have settled."""

    calls: tuple[CallState, ...]


@dataclass(frozen=True, slots=True)
class Suspend:
    """Give the slot back until a person or a child answers; the close decides for good."""

    open: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class CloseStep:
    """Write the tool messages in call order, take in steering messages, step + 1."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the run; open calls are ended by `stop_outcome`."""

    outcome: Literal[RunStatus.DONE, RunStatus.FAILED]
    error: RunError | None = None


@dataclass(frozen=True, slots=True)
class FinishStopped:
    """End the run as stopped, keeping the partial text."""


Move = CallModel | Compact | RunTools | Suspend | CloseStep | Finish | FinishStopped


class LostTrack(ValueError):
    """The caller no longer knows where the run stands: only a new claim can repair that."""


def decide(state: RunState) -> Move:
    """The owner's next move.

    Raises:
        LostTrack: the run is not running, or one of its calls is in a state that its owner
            cannot see at this point (`proposed`, or still `running`). Release the run then.
    """
    if state.status != RunStatus.RUNNING:
        raise LostTrack(f"only a running run has a next move, this one is {state.status}")
    if state.stop_requested:
        return FinishStopped()
    if state.error is not None:
        return Finish(RunStatus.FAILED, state.error)
    if strays := [c for c in state.calls if c.state in (CallStatus.PROPOSED, CallStatus.RUNNING)]:
        raise LostTrack(f"call {strays[0].id} is {strays[0].state} while nobody works on it")
    if batch := startable(state.calls):
        return RunTools(batch)
    if _is_open(state):
        return Suspend(state.open_interruptions)
    if state.calls:
        return CloseStep()
    return _next_turn(state)


def _next_turn(state: RunState) -> Move:
    """The move at a settled head with no call left."""
    if state.compacts or state.may_steer:
        return Compact() if state.compacts else CloseStep()
    if state.has_ai_message_of_step or not state.awaits_reply:
        return Finish(RunStatus.DONE)
    return CallModel() if state.may_ask(state.step) else Finish(RunStatus.FAILED, STEP_LIMIT)


def startable(calls: Iterable[CallState]) -> tuple[CallState, ...]:
    """The approved calls to begin now.

    Call order is kept: the first approved call runs alone unless its tool is parallel,
    and then together with the parallel ones that follow, up to the next that is not. A
    call that waits for a person holds nobody up.
    """
    approved = sorted((c for c in calls if c.state == CallStatus.APPROVED), key=lambda c: c.idx)
    batch: list[CallState] = []
    for call in approved:
        if batch and not (call.parallel and batch[0].parallel):
            break
        batch.append(call)
    return tuple(batch)


def _is_open(state: RunState) -> bool:
    """Whether a person or a child still owes something."""
    return bool(state.open_interruptions) or any(
        c.state in (CallStatus.AWAITING, CallStatus.WAITING) for c in state.calls
    )


# ---- the transactions' questions, asked under the run's lock ----------------------------


class Closing(StrEnum):
    """What the close of a batch of tools turns out to be."""

    FINALISE = "finalise"
    GO_ON = "go_on"
    SUSPEND = "suspend"
    CLOSE = "close"


def close_decision(state: RunState) -> Closing:
    """The close's one decision, made in the transaction that carries it out.

    An answer takes the same lock, so none slips between this look and the sleep; and a
    stop is looked at first, so none is slept away.
    """
    if state.stop_requested:
        return Closing.FINALISE
    busy = (CallStatus.APPROVED, CallStatus.RUNNING, CallStatus.PROPOSED)
    if any(c.state in busy for c in state.calls):
        return Closing.GO_ON
    return Closing.SUSPEND if _is_open(state) else Closing.CLOSE


def should_wake(state: RunState) -> bool:
    """Whether a suspended run has work again: a call is approved, or nothing is open.

    Asked by everything that resolves an interruption or delivers a child.
    """
    return state.status == RunStatus.SUSPENDED and close_decision(state) != Closing.SUSPEND


class Release(StrEnum):
    """What becomes of a running run whose worker lets go of it or has died."""

    FINALISE = "finalise"
    FAIL = "fail"
    QUEUE = "queue"


def release_decision(*, stop_requested: bool, lost_count: int = 0) -> Release:
    """A hand-over (`lost_count` 0) or a reclaim (losses so far, this one included).

    A requested stop is carried out here: a queued run cannot carry one.
    """
    if stop_requested:
        return Release.FINALISE
    return Release.FAIL if lost_count >= POISON_LOSSES else Release.QUEUE


@dataclass(frozen=True, slots=True)
class Reclaimed:
    """The calls that a lost worker left running, by what the next claim makes of them."""

    approved: tuple[CallState, ...] = ()
    reconcile: tuple[CallState, ...] = ()


def after_reclaim(calls: Iterable[CallState], dead_fence: int) -> Reclaimed:
    """Sort the calls left `running` under `dead_fence` or an older one.

    Those in `approved` become approved and run again; those in `reconcile` become
    awaiting, each with a question of that kind: a `once` tool is never repeated silently.
    """
    lost = [c for c in calls if c.state == CallStatus.RUNNING and c.fence <= dead_fence]
    return Reclaimed(
        approved=tuple(c for c in lost if c.effect != Effect.ONCE),
        reconcile=tuple(c for c in lost if c.effect == Effect.ONCE),
    )


def stop_outcome(call: CallState) -> CallStatus:
    """How finalise ends an open call.

    A `once` call that was begun and never heard of again is `unknown`, also while a
    person is being asked about it; everything else certainly did not finish.

    Raises:
        ValueError: the call is over already, or was never decided upon.
    """
    if call.state in CALL_TERMINAL or call.state == CallStatus.PROPOSED:
        raise ValueError(f"call {call.id} is {call.state}: there is nothing to end")
    begun = call.state == CallStatus.RUNNING or (
        call.state == CallStatus.AWAITING and call.attempt > 0
    )
    if begun and call.effect == Effect.ONCE:
        return CallStatus.UNKNOWN
    return CallStatus.CANCELLED


# ---- policy and people -------------------------------------------------------------------

PolicyOutcome = Literal["allow", "ask", "deny"]


def at_proposal(outcome: PolicyOutcome, *, is_question: bool = False) -> CallStatus:
    """Where a proposed call goes; a question always reaches a person."""
    if is_question:
        return CallStatus.AWAITING
    by_policy: Mapping[PolicyOutcome, CallStatus] = {
        "allow": CallStatus.APPROVED,
        "ask": CallStatus.AWAITING,
        "deny": CallStatus.DENIED,
    }
    return by_policy[outcome]


def at_dispatch(
    outcome: PolicyOutcome, *, person_approved: bool, child: bool = False
) -> CallStatus:
    """Where an approved call goes when it is about to begin; for a `child` it waits.

    `person_approved` means these very arguments; only `deny` overrules that.
    """
    if outcome == "deny":
        return CallStatus.DENIED
    if outcome == "ask" and not person_approved:
        return CallStatus.AWAITING
    return CallStatus.WAITING if child else CallStatus.RUNNING


ANSWERS: Final[Mapping[InterruptionKind, Mapping[str, CallStatus | None]]] = {
    InterruptionKind.APPROVAL: {"allow": CallStatus.APPROVED, "deny": CallStatus.DENIED},
    InterruptionKind.QUESTION: {"answer": CallStatus.DONE, "decline": CallStatus.DENIED},
    InterruptionKind.RECONCILE: {
        "happened": CallStatus.DONE,
        "run": CallStatus.APPROVED,
        "unknown": CallStatus.UNKNOWN,
    },
    InterruptionKind.LIMIT: {"raise": None, "stop": None},
}
"""Every decision there is, and the state it gives the call; a limit has no call."""

ON_EXPIRY: Final[Mapping[InterruptionKind, str]] = {
    InterruptionKind.APPROVAL: "deny",
    InterruptionKind.QUESTION: "decline",
    InterruptionKind.RECONCILE: "unknown",
    InterruptionKind.LIMIT: "stop",
}
"""The decision that a passed deadline makes (an interruption's `default_action`)."""


def after_answer(kind: InterruptionKind, decision: str) -> CallStatus | None:
    """The state that a decision gives its call; None for a limit, which has none.

    Raises:
        ValueError: this kind of interruption knows no such decision.
    """
    try:
        return ANSWERS[kind][decision]
    except KeyError:
        allowed = ", ".join(ANSWERS.get(kind, {}))
        raise ValueError(f"{decision!r} does not answer a {kind}; one of: {allowed}") from None


def ends_run(kind: InterruptionKind, decision: str) -> bool:
    """Whether the decision stops the run instead of waking it."""
    return kind == InterruptionKind.LIMIT and decision == "stop"

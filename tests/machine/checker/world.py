"""What every move is made of: the guards of the protocol, and the writers that moves share.

Where the product decides, the product is asked. The guards are methods of their own, so
that a mutant can take out one.
"""

from collections.abc import Iterator
from functools import cache
from uuid import UUID

from agency.loop.decide import (
    Closing,
    Finish,
    PolicyOutcome,
    Reclaimed,
    Release,
    after_reclaim,
    at_proposal,
    close_decision,
    decide,
    release_decision,
    should_wake,
    stop_outcome,
)
from agency.loop.state import (
    CALL_TERMINAL,
    CallState,
    CallStatus,
    Effect,
    InterruptionKind,
    InterruptionStatus,
    RunState,
    RunStatus,
)
from tests.machine.checker.rows import (
    DEAD,
    JOINED,
    NEVER,
    NOBODY,
    ORDINARY,
    WAITS,
    WITHDRAWN,
    Ask,
    Call,
    Run,
    Setup,
    State,
    Tool,
    Worker,
)

STEER, WITHDRAW = "person steers", "person withdraws"
LIMIT_ID = UUID(int=99)
MAX_RERUNS = 1  # how often a person orders one call to run again


class World:
    """One run with the setup's tools and workers."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.view = cache(self._view)

    def first(self) -> State:
        return State(Run(), (), (Worker(),) * self.setup.workers)

    def _view(self, run: Run, calls: tuple[Call, ...]) -> RunState:
        """The rows as the product sees them: the calls are those of the step under way."""
        shown = tuple(
            CallState(UUID(int=i), i, c.state, tool.effect, tool.parallel, c.attempt, c.fence)
            for i, (c, tool) in enumerate(zip(calls, self.setup.tools, strict=False))
        )
        pending = [UUID(int=i) for i, c in enumerate(calls) if c.asks]
        if run.limit is not None and run.limit.is_pending:
            pending.append(LIMIT_ID)
        return RunState(
            status=run.status,
            fence=run.fence,
            step=run.step,
            stop_requested=run.stop,
            calls=shown if run.step == 0 else (),
            open_interruptions=tuple(pending),
            has_ai_message_of_step=run.has_ai,
            compacts=self.setup.compacts,
            awaits_reply=not run.rests,
            steer_waiting=run.steer == WAITS,
        )

    def seen(self, state: State) -> RunState:
        return self.view(state.run, state.calls)

    # ---- guards ----

    def fenced(self, state: State, w: int, transaction: str) -> bool:
        """Whether the worker's lease is the run's; looked at under the run's lock."""
        lease = state.workers[w].lease
        return state.run.status == RunStatus.RUNNING and lease == state.run.fence

    def bump(self, fence: int) -> int:
        return fence + 1

    def begin(self, call: Call, fence: int) -> Call:
        """The intent record, committed before the tool acts."""
        return call._replace(state=CallStatus.RUNNING, fence=fence, attempt=1)

    def settles(self, call: Call, lease: int | None) -> bool:
        """Whether a worker may write its result."""
        return call.state == CallStatus.RUNNING and call.fence == lease

    def lost_calls(self, view: RunState) -> Reclaimed:
        return after_reclaim(view.calls, view.fence)

    def closing(self, state: State, w: int) -> Closing:
        return close_decision(self.seen(state))

    def wakes(self, view: RunState) -> bool:
        return should_wake(view)

    def accepts(self, ask: Ask) -> bool:
        """Whether an answer still counts; looked at under the run's lock."""
        return ask.is_pending

    def expires(self, ask: Ask) -> bool:
        """Whether a decision comes after the deadline, and so is the deadline's."""
        return ask.late

    def release(self, run: Run, losses: int) -> Release:
        return release_decision(stop_requested=run.stop, lost_count=losses)

    def keeps_partial(self, run: Run) -> bool:
        """Whether a finalised run keeps the text that was streaming."""
        return not run.has_ai and not self.setup.compacts

    # ---- writers ----

    def finalise(self, state: State, status: RunStatus) -> State:
        """End the run: no call, question or half-written group is left open."""
        run = state.run
        for shown in self.seen(state).calls:
            call = state.calls[shown.idx]
            if call.state not in CALL_TERMINAL:
                call = call._replace(state=stop_outcome(shown), fence=0)
            if call.ask is not None and call.asks:
                call = call._replace(ask=call.ask.resolved(InterruptionStatus.CANCELLED))
            state = state.with_call(shown.idx, call)
        limit = run.limit
        if limit is not None and limit.is_pending:
            limit = limit.resolved(InterruptionStatus.CANCELLED)
        return state.with_run(
            status=status,
            owner=NOBODY,
            fence=self.bump(run.fence),
            partial=self.keeps_partial(run),
            written=run.written + (run.step == 0 and run.has_ai),
            limit=limit,
            steer=self.left_over(run),
        )

    def steering(self, run: Run) -> Iterator[tuple[str, int]]:
        """What a person may do with the message that steers, and what becomes of it."""
        if run.steer == NEVER and self.setup.steer:
            yield STEER, WAITS
        if run.steer == WAITS:
            yield WITHDRAW, WITHDRAWN

    def left_over(self, run: Run) -> int:
        """What becomes of a steering message when its run ends before it was taken."""
        return ORDINARY if run.steer == WAITS else run.steer

    def steered(self, state: State, view: RunState) -> State:
        """The close takes in what waits, if the model can still be asked about it."""
        return state.with_run(steer=JOINED, rests=False) if view.may_steer else state

    def woken(self, state: State) -> State:
        """Queue a suspended run that has work again."""
        if self.wakes(self.seen(state)):
            return state.with_run(status=RunStatus.QUEUED)
        return state

    def disowned(self, state: State, w: int) -> State:
        return state.with_run(owner=DEAD) if state.run.owner == w else state

    def released(self, state: State, *, losses: int) -> State:
        """The owner lets go, or is dead: requeued, failed as poison, or stopped."""
        release = self.release(state.run, losses)
        if release == Release.QUEUE:
            fence = self.bump(state.run.fence)
            return state.with_run(status=RunStatus.QUEUED, owner=NOBODY, fence=fence)
        stopped = release == Release.FINALISE
        return self.finalise(state, RunStatus.STOPPED if stopped else RunStatus.FAILED)

    def turn(self, state: State) -> State:
        """A model's message: first with a call of each tool, then without, which ends the run."""
        state = state.with_run(has_ai=True, rests=state.run.step > 0)
        if state.run.step == 0:
            return state._replace(calls=tuple(map(proposed, self.setup.tools)))
        if isinstance(decide(self.seen(state)), Finish):
            return state.with_run(status=RunStatus.DONE, owner=NOBODY)
        return state


def proposed(tool: Tool) -> Call:
    """A call as it is committed: policy has spoken, and asked where it must."""
    is_question = tool.policy == "question"
    outcome: PolicyOutcome = "ask" if tool.policy == "ask" else "allow"
    status = at_proposal(outcome, is_question=is_question)
    call = Call(status, once=tool.effect == Effect.ONCE)
    if status != CallStatus.AWAITING:
        return call
    kind = InterruptionKind.QUESTION if is_question else InterruptionKind.APPROVAL
    return call._replace(ask=Ask(kind))


def truthful(call: Call, decision: str) -> bool:
    """A person says what the world shows, but may always say that it cannot be known."""
    if decision == "happened":
        return call.effects > 0
    if decision == "run":
        return call.effects == 0 and call.reruns < MAX_RERUNS
    return True

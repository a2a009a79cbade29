"""Every move that the little world allows, transaction by transaction.

A move is one atomic thing: a transaction of the product, an outside effect of a tool, a
person's act, a fault. Workers keep their plan in memory between transactions, so a frozen
worker (a zombie) is simply one that does not move for a while: every interleaving is
among the paths.
"""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from agency.loop.decide import (
    ANSWERS,
    ON_EXPIRY,
    POISON_LOSSES,
    CallModel,
    Closing,
    Compact,
    Finish,
    FinishStopped,
    RunTools,
    after_answer,
    at_dispatch,
    decide,
    ends_run,
)
from agency.loop.state import (
    RUN_TERMINAL,
    CallStatus,
    InterruptionKind,
    InterruptionStatus,
    RunStatus,
)
from tests.machine.checker.children import Children
from tests.machine.checker.rows import (
    ACTED,
    BEGUN,
    DEAD,
    IDLE,
    NOBODY,
    TO_BEGIN,
    Ask,
    Call,
    Label,
    State,
    Worker,
    put,
)
from tests.machine.checker.world import STEER, WITHDRAW, truthful

FAULTS = frozenset({"crashes", "is suspected"})
STOP = "person stops"
PEOPLE = frozenset({STOP, STEER, WITHDRAW, "person answers", "deadline passes"})

Moves = Iterator[tuple[Label, State]]
Outcome = Literal["allow", "ask", "deny"]


class Model(Children):
    """The whole of the product's protocol, as far as one run goes."""

    def moves(self, state: State) -> Moves:
        """Everything that may happen next."""
        for w, worker in enumerate(state.workers):
            named = partial(Label, worker=w)
            if worker.lease is not None:
                yield from self.owner_moves(state, w, named)
            yield from self.process_moves(state, w, named)
        yield from self.sweep_moves(state)
        if state.run.status not in RUN_TERMINAL:
            yield from self.people_moves(state)

    # ---- a worker with a lease ----

    def owner_moves(self, state: State, w: int, named: partial[Label]) -> Moves:
        worker = state.workers[w]
        if worker.plan == "look":
            yield named("looks"), self.look(state, w)
        elif worker.plan == "model":
            yield named("commits the turn"), self.commit_turn(state, w)
        elif worker.plan == "summary":
            yield named("keeps the summary"), self.end_summary(state, w, RunStatus.DONE)
            yield named("has no summary"), self.end_summary(state, w, RunStatus.FAILED)
        elif worker.plan == "close":
            yield named("closes"), self.close(state, w)
        yield from self.limit_moves(state, w, named)
        for i, progress in enumerate(worker.tasks):
            if progress != IDLE:
                yield from self.call_moves(state, w, i, named)
        if not self.fenced(state, w, "cancel"):
            return
        if state.run.stop:
            yield named("finalises"), self.finalise(state, RunStatus.STOPPED).let_go(w)
        if worker.plan == "look":
            yield named("hands over"), self.released(state, losses=0).let_go(w)

    def look(self, state: State, w: int) -> State:
        """Load and plan; only an end is written."""
        if not self.fenced(state, w, "load"):
            return state.let_go(w)
        move = decide(self.seen(state))
        if isinstance(move, FinishStopped):
            return self.finalise(state, RunStatus.STOPPED).let_go(w)
        if isinstance(move, Finish):
            return self.finalise(state, move.outcome).let_go(w)
        if isinstance(move, CallModel):
            return state.planned(w, "model")
        if isinstance(move, Compact):
            return state.planned(w, "summary")
        if isinstance(move, RunTools):
            chosen = {call.idx for call in move.calls}
            tasks = tuple(TO_BEGIN if i in chosen else IDLE for i in range(len(state.calls)))
            return state.planned(w, "tools", tasks)
        return state.planned(w, "close")

    def commit_turn(self, state: State, w: int) -> State:
        """The ai message, its calls with policy's word, their interruptions."""
        if not self.fenced(state, w, "commits the turn"):
            return state.let_go(w)
        state = self.turn(state)
        over = state.run.status in RUN_TERMINAL
        return state.let_go(w) if over else state.planned(w, "look")

    def limit_moves(self, state: State, w: int, named: partial[Label]) -> Moves:
        asks = state.workers[w].plan in ("model", "summary")
        if asks and self.setup.limit and state.run.limit is None:
            yield named("meets a limit"), self.meet_limit(state, w)

    def end_summary(self, state: State, w: int, status: RunStatus) -> State:
        """The summary and the end of the run that made it, in one transaction."""
        if not self.fenced(state, w, "keeps the summary"):
            return state.let_go(w)
        stopped = state.run.stop
        return self.finalise(state, RunStatus.STOPPED if stopped else status).let_go(w)

    def meet_limit(self, state: State, w: int) -> State:
        """The reservation is refused: a person is asked, and the run suspends."""
        if not self.fenced(state, w, "meets a limit"):
            return state.let_go(w)
        return self.close(state.with_run(limit=Ask(InterruptionKind.LIMIT)), w)

    def call_moves(self, state: State, w: int, i: int, named: partial[Label]) -> Moves:
        """Begin, act, finish: two transactions with the outside effect between them."""
        progress = state.workers[w].tasks[i]
        if progress == BEGUN:
            call = state.calls[i]
            acted = state.with_call(i, call._replace(effects=call.effects + call.once))
            yield named("acts", detail=i), self.progressed(acted, w, i, ACTED)
            return
        name = "begins" if progress == TO_BEGIN else "finishes"
        if not self.fenced(state, w, name):
            yield named(name, detail=i), state.let_go(w)
        elif progress == ACTED:
            after, then = self.finish_call(state, w, i)
            yield named(name, detail=i), self.progressed(after, w, i, then)
            if self.setup.lost_replies and after != state:
                yield named("finishes unaware", detail=i), after
        else:
            outcomes: tuple[Outcome, ...] = ("allow", "ask", "deny")
            for outcome in outcomes if self.setup.fickle else outcomes[:1]:
                after, then = self.begin_call(state, w, i, outcome)
                yield named(name, detail=f"{i} ({outcome})"), self.progressed(after, w, i, then)

    def begin_call(self, state: State, w: int, i: int, outcome: Outcome) -> tuple[State, int]:
        call = state.calls[i]
        if call.state != CallStatus.APPROVED:
            return state, IDLE
        is_child = self.setup.tools[i].policy == "child"
        becomes = at_dispatch(outcome, person_approved=call.person_approved(), child=is_child)
        if becomes == CallStatus.WAITING:
            return state.with_call(i, self.begin_child(call)), IDLE
        if becomes == CallStatus.RUNNING:
            return state.with_call(i, self.begin(call, state.workers[w].lease or 0)), BEGUN
        ask = Ask(InterruptionKind.APPROVAL) if becomes == CallStatus.AWAITING else call.ask
        return state.with_call(i, call._replace(state=becomes, ask=ask)), IDLE

    def finish_call(self, state: State, w: int, i: int) -> tuple[State, int]:
        call = state.calls[i]
        if not self.settles(call, state.workers[w].lease):
            return state, IDLE
        return state.with_call(i, call._replace(state=CallStatus.DONE, fence=0)), IDLE

    def progressed(self, state: State, w: int, i: int, progress: int) -> State:
        """Move one call on; when the whole batch is through, the close is next."""
        tasks = put(state.workers[w].tasks, i, progress)
        return state.planned(w, "tools", tasks) if any(tasks) else state.planned(w, "close")

    def close(self, state: State, w: int) -> State:
        """One decision and its consequence in one transaction."""
        if not self.fenced(state, w, "closes"):
            return state.let_go(w)
        closing, run = self.closing(state, w), state.run
        if closing == Closing.FINALISE:
            return self.finalise(state, RunStatus.STOPPED).let_go(w)
        if closing == Closing.SUSPEND:
            return state.with_run(status=RunStatus.SUSPENDED, owner=NOBODY).let_go(w)
        if closing == Closing.CLOSE:
            view = self.seen(state)
            if run.has_ai:
                written = run.written + (run.step == 0)
                state = state.with_run(step=run.step + 1, has_ai=False, written=written)
            state = self.steered(state, view)
        return state.planned(w, "look")

    # ---- a process ----

    def process_moves(self, state: State, w: int, named: partial[Label]) -> Moves:
        worker, run = state.workers[w], state.run
        claimable = run.status == RunStatus.QUEUED and not run.stop
        if claimable and worker.life == "up" and worker.lease is None:
            yield named("claims"), self.claim(state, w)
        if worker.life == "dead":
            yield named("registers anew"), state.with_worker(w, Worker())
        if run.status in RUN_TERMINAL:
            return
        if worker.life == "gone":
            yield named("is found dead"), self.disowned(state, w).with_worker(w, Worker())
        elif worker.lease is not None:
            yield named("crashes"), state.with_worker(w, Worker("gone"))
            if worker.life == "up":
                dead = worker._replace(life="dead")
                yield named("is suspected"), self.disowned(state, w).with_worker(w, dead)

    def claim(self, state: State, w: int) -> State:
        """The conditional update, and the repair of what the last owner left running."""
        lost = self.lost_calls(self.seen(state))
        for shown in lost.approved:
            call = state.calls[shown.idx]._replace(state=CallStatus.APPROVED, fence=0)
            state = state.with_call(shown.idx, call)
        for shown in lost.reconcile:
            ask = Ask(InterruptionKind.RECONCILE)
            call = state.calls[shown.idx]._replace(state=CallStatus.AWAITING, fence=0, ask=ask)
            state = state.with_call(shown.idx, call)
        fence = self.bump(state.run.fence)
        state = state.with_run(status=RunStatus.RUNNING, owner=w, fence=fence)
        return state.with_worker(w, state.workers[w]._replace(lease=fence, plan="look"))

    # ---- the sweep ----

    def sweep_moves(self, state: State) -> Moves:
        run = state.run
        if run.status == RunStatus.RUNNING and run.owner == DEAD:
            yield Label("sweep reclaims"), self.released(state, losses=1)
            yield Label("sweep gives up"), self.released(state, losses=POISON_LOSSES)
        if run.status == RunStatus.RUNNING and run.stop:
            yield Label("sweep forces the stop"), self.finalise(state, RunStatus.STOPPED)
        for i, call in enumerate(state.calls):
            yield from self.child_moves(state, i)
            if call.ask is not None and call.asks and call.ask.late:
                yield Label("sweep expires", detail=i), self.expired(state, i, call, call.ask)

    # ---- people and clocks ----

    def people_moves(self, state: State) -> Moves:
        run = state.run
        for name, becomes in self.steering(run):
            yield Label(name), state.with_run(steer=becomes)
        if not run.stop:
            asked = state.with_run(stop=True)
            at_once = run.status != RunStatus.RUNNING
            stopped = self.finalise(asked, RunStatus.STOPPED) if at_once else asked
            yield Label(STOP), stopped
        if run.limit is not None and self.accepts(run.limit):
            for decision in ANSWERS[run.limit.kind]:
                yield Label("person answers", detail=decision), self.lifted(state, decision)
        for i, call in enumerate(state.calls):
            if call.ask is None or not self.accepts(call.ask):
                continue
            for decision in filter(partial(truthful, call), ANSWERS[call.ask.kind]):
                label = Label("person answers", detail=f"{decision} to {i}")
                yield label, self.answered(state, i, call, decision)
            if call.ask.kind == InterruptionKind.APPROVAL and not call.ask.late:
                late = call._replace(ask=call.ask._replace(late=True))
                yield Label("deadline passes", detail=i), state.with_call(i, late)

    def answered(self, state: State, i: int, call: Call, decision: str) -> State:
        """A person's decision; after the deadline it is the deadline's, whoever called."""
        assert call.ask is not None
        if self.expires(call.ask):
            return self.expired(state, i, call, call.ask)
        becomes = after_answer(call.ask.kind, decision)
        reruns = call.reruns + (decision == "run")
        ask = call.ask.resolved(InterruptionStatus.ANSWERED)
        call = call._replace(state=becomes or call.state, ask=ask, reruns=reruns)
        return self.woken(state.with_call(i, call))

    def expired(self, state: State, i: int, call: Call, ask: Ask) -> State:
        becomes = after_answer(ask.kind, ON_EXPIRY[ask.kind])
        ask = ask.resolved(InterruptionStatus.EXPIRED)
        return self.woken(state.with_call(i, call._replace(state=becomes or call.state, ask=ask)))

    def lifted(self, state: State, decision: str) -> State:
        """The answer to a limit, which has no call: go on with more, or stop."""
        assert state.run.limit is not None
        state = state.with_run(limit=state.run.limit.resolved(InterruptionStatus.ANSWERED))
        if ends_run(InterruptionKind.LIMIT, decision):
            return self.finalise(state, RunStatus.STOPPED)
        return self.woken(state)

"""Rules of workers: they claim, ask, commit, run tools, sleep, die, and come back too late."""

from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.run.begin_call import begin_call
from agency.commands.run.claim_run import claim_run
from agency.commands.run.close_step import close_step
from agency.commands.run.commit_turn import commit_turn
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.finish_call import CallResult, finish_call
from agency.commands.run.ledger import CallFacts
from agency.commands.run.open_turn import TurnFacts, open_turn
from agency.commands.run.report_progress import report_progress
from agency.commands.run.retry_later import retry_later
from agency.loop.decide import CallModel, CloseStep, Finish, FinishStopped, Suspend
from agency.loop.prepare import turn_id
from agency.models import Run
from framework.db.clock import db_now
from tests.machine.state.base import LOST, Stage, draft_of, one_of
from tests.machine.state.scene import (
    Actor,
    Held,
    dump,
    is_current,
    is_tools,
    is_up,
    new_worker,
    pass_time,
)
from tests.machine.state.tools import NAMES, facts_of, turn_of
from tests.machine.state.view import problems_of

PICK = st.integers(0, 5)
ERROR = {"code": "model_overloaded", "title": "Busy."}
AMOUNTS: dict[str, Any] = {"calls": 1, "tokens": 10}


class WorkerRules(Stage):
    """What the two workers and the sweep may do at any moment."""

    def holding(self, *moves: type) -> list[Actor]:
        """Workers whose next move is of one of these kinds."""
        return [a for a in self.actors if a.held and (not moves or isinstance(a.held.move, moves))]

    def awaiting_begin(self) -> list[Actor]:
        return [a for a in self.holding() if a.held and a.held.next_call() is not None]

    def executing(self) -> list[Actor]:
        return [a for a in self.holding() if a.held and a.held.begun]

    def ready_to_close(self) -> list[Actor]:
        """Workers that have nothing left to do in their step."""
        return [
            a
            for a in self.holding()
            if a.held
            and not a.held.begun
            and (
                isinstance(a.held.move, Suspend | CloseStep)
                or (is_tools(a.held.move) and a.held.next_call() is None)
            )
        ]

    def streaming(self) -> list[Actor]:
        return [a for a in self.holding() if a.held and a.held.turn]

    # ---- taking a run -----------------------------------------------------------------------

    @precondition(lambda self: self.view.runs and any(a.held is None for a in self.actors))
    @rule(pick=PICK, who=PICK)
    def claims(self, pick: int, who: int) -> None:
        """A hint arrives, for whatever run, whether there is something to claim or not."""
        actor = one_of([a for a in self.actors if a.held is None], who)
        run = one_of(self.view.runs_that_are("queued") or self.view.runs, pick)
        due = run.status == "queued" and (run.not_before is None or run.not_before < db_now())
        if not is_up(actor.worker_id):
            assert claim_run(run_id=run.id, worker_id=actor.worker_id) is None
            actor.worker_id = new_worker(actor.name)
        before = dump(run.session_id)
        claimed = claim_run(run_id=run.id, worker_id=actor.worker_id)
        assert (claimed is not None) == due
        if claimed is None:
            assert dump(run.session_id) == before
            return
        actor.held = Held(claimed.lease, claimed.session_id, claimed.state)
        assert claim_run(run_id=run.id, worker_id=actor.worker_id) is None, "claimed twice"

    @precondition(lambda self: any(run.not_before for run in self.view.runs_that_are("queued")))
    @rule()
    def the_time_to_retry_comes(self) -> None:
        for run in self.view.runs_that_are("queued"):
            if run.not_before is not None:
                pass_time(run, "not_before")
        self.clients_look_again()

    # ---- the model --------------------------------------------------------------------------

    @precondition(lambda self: any(a.held and not a.held.turn for a in self.holding(CallModel)))
    @rule(pick=PICK)
    def asks_the_model(self, pick: int) -> None:
        actor = one_of([a for a in self.holding(CallModel) if a.held and not a.held.turn], pick)
        self.ask(actor)

    def ask(self, actor: Actor) -> None:
        held = actor.held
        assert held is not None
        run = Run.objects.filter(pk=held.lease.run_id).first()
        if run is not None and is_current(held.lease):
            assert problems_of(run.branch_id) == [], "the model would see an invalid history"
        message_id = turn_id(held.lease.run_id, held.state.step)
        facts = TurnFacts(message_id, CallFacts("model", None, {}, ""), AMOUNTS)
        opened = self.write(actor, open_turn, facts=facts)
        if opened is None:
            actor.held = None
        elif opened is not LOST:
            held.turn = message_id

    @precondition(lambda self: self.streaming())
    @rule(pick=PICK, names=st.lists(st.sampled_from(NAMES), max_size=3), again=st.booleans())
    def commits_a_turn(self, pick: int, names: list[str], again: bool) -> None:
        self.commit(one_of(self.streaming(), pick), names, again)

    def commit(self, actor: Actor, names: list[str], again: bool = False) -> None:
        held = actor.held
        assert held is not None and held.turn is not None
        turn = turn_of(held.turn, names, self.numbers)
        state = self.write(actor, commit_turn, turn=turn)
        if state is LOST:
            return
        if again:  # the commit's reply was lost, so the worker repeats it
            repeated = self.write_under(held, commit_turn, turn=turn)
            assert repeated == (LOST if state is None else state)
        self.take(actor, state)

    def take(self, actor: Actor, state: Any) -> None:
        """The run goes on, or sleeps or has ended."""
        if state is None or actor.held is None:
            actor.held = None
        else:
            actor.held.goes_on(state)

    @precondition(lambda self: self.streaming())
    @rule(pick=PICK, for_good=st.booleans())
    def the_model_fails(self, pick: int, for_good: bool) -> None:
        actor = one_of(self.streaming(), pick)
        assert actor.held is not None
        if for_good:
            run = Run.objects.filter(pk=actor.held.lease.run_id).first()
            draft = draft_of(run, actor) if run else None
            self.write(actor, finalise_run, status="failed", error=ERROR, draft=draft)
        else:
            self.write(actor, retry_later, seconds=3600.0, error=ERROR, spent=None)
        actor.held = None

    # ---- tools ------------------------------------------------------------------------------

    @precondition(lambda self: self.awaiting_begin())
    @rule(pick=PICK, again=st.booleans())
    def begins_a_call(self, pick: int, again: bool) -> None:
        self.begin(one_of(self.awaiting_begin(), pick), again)

    def begin(self, actor: Actor, again: bool = False) -> None:
        held = actor.held
        assert held is not None
        call_id = held.next_call()
        assert call_id is not None
        call = next((one for one in self.view.calls if one.id == call_id), None)
        more = {"call_id": call_id, "facts": facts_of(call.name if call else "peek"), "schema": {}}
        begun: Any = self.write(actor, begin_call, **more)
        if begun is LOST:
            return
        held.tried.add(call_id)
        if begun is not None:
            held.begun.append(call_id)
        if again:
            assert self.write_under(held, begin_call, **more) == begun

    @precondition(lambda self: any(a.held and a.held.idle_tools() for a in self.actors))
    @rule(pick=PICK)
    def a_tool_acts(self, pick: int) -> None:
        """The outside world knows no fence: a frozen worker's tool acts when it thaws."""
        held = one_of([a.held for a in self.actors if a.held and a.held.idle_tools()], pick)
        self.act(held, held.idle_tools()[0])

    def act(self, held: Held, call_id: UUID) -> None:
        """The effect outside, once for each begin."""
        held.acted.add(call_id)
        self.effects[call_id] += 1

    @precondition(lambda self: self.executing())
    @rule(pick=PICK, fails=st.booleans(), again=st.booleans())
    def finishes_a_call(self, pick: int, fails: bool, again: bool) -> None:
        self.finish(one_of(self.executing(), pick), fails, again)

    def finish(self, actor: Actor, fails: bool = False, again: bool = False) -> None:
        held = actor.held
        assert held is not None
        call_id = held.begun[0]
        if call_id in held.idle_tools() and not fails:
            self.act(held, call_id)
        more = {"call_id": call_id, "result": CallResult("It is so.", fails)}
        if self.write(actor, finish_call, **more) is LOST:
            return
        held.begun.remove(call_id)
        if again:
            self.write_under(held, finish_call, **more)

    @precondition(lambda self: self.executing())
    @rule(pick=PICK)
    def a_tool_tells_how_far_it_is(self, pick: int) -> None:
        actor = one_of(self.executing(), pick)
        assert actor.held is not None
        call_id = actor.held.begun[0]
        self.write(actor, report_progress, call_id=call_id, text="half")

    # ---- the end of a step ------------------------------------------------------------------

    @precondition(lambda self: self.ready_to_close())
    @rule(pick=PICK, again=st.booleans())
    def closes_a_step(self, pick: int, again: bool) -> None:
        self.close(one_of(self.ready_to_close(), pick), again)

    def close(self, actor: Actor, again: bool = False) -> None:
        held = actor.held
        assert held is not None
        step = held.state.step
        state = self.write(actor, close_step, step=step)
        if state is LOST:
            return
        if again:
            self.write_under(held, close_step, step=step)
        self.take(actor, state)

    @precondition(lambda self: self.holding(Finish, FinishStopped))
    @rule(pick=PICK)
    def ends_the_run(self, pick: int) -> None:
        self.end(one_of(self.holding(Finish, FinishStopped), pick))

    def end(self, actor: Actor) -> None:
        assert actor.held is not None
        move = actor.held.move
        status = move.outcome.value if isinstance(move, Finish) else "stopped"
        self.write(actor, finalise_run, status=status)
        actor.held = None

"""Rules of workers: they claim, ask, commit, run tools, sleep, die, and come back too late."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from agency.commands.run.claim_run import claim_run
from agency.commands.run.commit_turn import commit_turn
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.ledger import CallFacts
from agency.commands.run.open_turn import TurnFacts, open_turn
from agency.commands.run.retry_later import retry_later
from agency.loop.decide import CallModel, Compact
from agency.loop.history import working_history
from agency.loop.prepare import turn_id
from agency.models import Run
from agency.prompt.history import valid_history
from framework.db.clock import db_now
from tests.machine.state.base import LOST, PICK, draft_of, one_of
from tests.machine.state.scene import (
    Actor,
    Held,
    is_tools,
    new_worker,
    pass_time,
)
from tests.machine.state.summaries import SummaryRules
from tests.machine.state.tools import AMOUNTS, ERROR, NAMES, turn_of
from tests.machine.state.view import problems_of


class WorkerRules(SummaryRules):
    """What the two workers and the sweep may do at any moment."""

    def streaming(self) -> list[Actor]:
        return [a for a in self.holding() if a.held and a.held.turn]

    # ---- working as the runner would --------------------------------------------------------

    @initialize(
        plan=st.lists(
            st.lists(st.sampled_from(NAMES), min_size=1, max_size=3), min_size=1, max_size=4
        )
    )
    def the_model_has_a_plan(self, plan: list[list[str]]) -> None:
        """What its turns call, step by step, when no rule decides otherwise."""
        self.plan = plan

    def the_world_goes_on(self, moves: int) -> None:
        """Workers that nobody disturbs make several moves; idle sessions are given work."""
        for _ in range(moves):
            self.refresh()
            actor = next((a for a in self.actors if a.held and not a.frozen), None)
            if actor is not None and actor.held is not None:
                self.drive_on(actor, actor.held, self.planned(actor.held.state.step))
            elif self.view.runs_that_are("queued"):
                self.takes_what_is_due()
            else:
                self.somebody_helps(moves)

    def somebody_helps(self, moves: int) -> None:
        """Nobody is at work: a question is answered now and then, or a person asks for more."""
        if self.view.pending:
            if moves > 2:
                self.gets_an_answer(self.view.pending[0])
        elif not self.view.live:
            self.asks_for_more()

    @precondition(lambda self: any(a.held for a in self.actors))
    @rule(pick=PICK)
    def freezes(self, pick: int) -> None:
        """SIGSTOP: it makes no move of its own until it thaws."""
        one_of([a for a in self.actors if a.held], pick).frozen = True

    @precondition(lambda self: any(a.frozen for a in self.actors))
    @rule()
    def all_thaw(self) -> None:
        """SIGCONT."""
        for actor in self.actors:
            actor.frozen = False

    def planned(self, step: int) -> list[str]:
        """The tools of the step; none after the last, so that runs end."""
        return self.plan[step] if step < len(self.plan) else []

    def takes_what_is_due(self) -> None:
        """An idle worker finds a queued run by its own sweep; if there is none, one is started."""
        if not any(run.not_before is None for run in self.view.runs_that_are("queued")):
            return
        if all(a.held for a in self.actors):
            name = f"W{len(self.actors)}"
            self.actors.append(Actor(name, new_worker(name)))
        self.claims(pick=0, who=0)

    def drive_on(self, actor: Actor, held: Held, names: list[str]) -> None:
        """The runner's next move; the model calls these tools, or ends its turn without."""
        if held.turn is not None:
            self.commit(actor, names)
        elif held.summary is not None or isinstance(held.move, Compact):
            self.summarise(actor)
        elif isinstance(held.move, CallModel):
            self.ask(actor)
        elif is_tools(held.move) and held.next_call() is not None:
            self.begin(actor)
        elif held.begun:
            self.finish(actor)
        elif actor in self.ready_to_close():
            self.close(actor)
        else:
            self.end(actor)

    # ---- taking a run -----------------------------------------------------------------------

    @precondition(lambda self: self.view.runs and any(a.held is None for a in self.actors))
    @rule(pick=PICK, who=PICK)
    def claims(self, pick: int, who: int) -> None:
        """A hint arrives, for whatever run, whether there is something to claim or not."""
        actor = one_of([a for a in self.actors if a.held is None], who)
        self.refresh()
        run = one_of(self.view.runs_that_are("queued") or self.view.runs, pick)
        due = run.status == "queued" and (run.not_before is None or run.not_before < db_now())
        if not self.view.is_up(actor.worker_id):
            assert claim_run(run_id=run.id, worker_id=actor.worker_id) is None
            actor.worker_id = new_worker(actor.name)
        before = self.dump(run.session_id)
        claimed = claim_run(run_id=run.id, worker_id=actor.worker_id)
        assert (claimed is not None) == due
        if claimed is None:
            assert self.dump(run.session_id) == before
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

    @precondition(lambda self: self.unasked())
    @rule(pick=PICK)
    def asks_the_model(self, pick: int) -> None:
        self.ask(one_of(self.unasked(), pick))

    def ask(self, actor: Actor) -> None:
        held = actor.held
        assert held is not None
        run = Run.objects.filter(pk=held.lease.run_id).first()
        if run is not None and self.view.is_current(held.lease):
            assert problems_of(run.branch_id) == [], "the model would see an invalid history"
            shown = working_history(run.branch).whole()
            assert valid_history(shown) == [], "a summary leaves an invalid history"
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

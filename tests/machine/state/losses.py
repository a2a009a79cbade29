"""Rules of loss: hand-overs, crashes, false suspicion, late stops, and zombies that write."""

from typing import Any
from uuid import uuid4

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.child.begin_child import begin_child
from agency.commands.compaction.fail_compaction import fail_compaction
from agency.commands.compaction.open_compaction import open_compaction
from agency.commands.compaction.settle_compaction import settle_compaction
from agency.commands.run.begin_call import begin_call
from agency.commands.run.close_step import close_step
from agency.commands.run.commit_turn import commit_turn
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.finish_call import CallResult, finish_call
from agency.commands.run.force_stop import force_stop
from agency.commands.run.ledger import CallFacts
from agency.commands.run.open_turn import TurnFacts, open_turn
from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.run.release_run import release_run
from agency.commands.run.report_progress import report_progress
from agency.commands.run.retry_later import retry_later
from agency.commands.session.stop_session import stop_session
from agency.commands.worker.mark_dead import mark_dead
from agency.errors import FenceLost
from agency.loop.decide import Suspend
from agency.models import Run
from tests.machine.state.base import PICK, draft_of, one_of
from tests.machine.state.scene import Held, new_worker, pass_time
from tests.machine.state.summaries import summary_facts, summary_of
from tests.machine.state.tools import AMOUNTS, ERROR, NAMES, facts_of, turn_of
from tests.machine.state.workers import WorkerRules

MOVES_TO_A_CALL = 5


class LossRules(WorkerRules):
    """What takes a run from its worker."""

    @precondition(lambda self: any(run.stop_requested_at for run in self.view.live))
    @rule(pick=PICK, late=st.booleans())
    def a_stop_is_carried_out(self, pick: int, late: bool) -> None:
        run = one_of([one for one in self.view.live if one.stop_requested_at], pick)
        actor = self.holder(run)
        if actor is not None and not late:
            self.stops(actor)
            return
        assert not force_stop(run_id=run.id, draft=None), "the owner still had time"
        pass_time(run, "stop_requested_at")
        assert force_stop(run_id=run.id, draft=draft_of(run, actor))

    @precondition(lambda self: self.holding(Suspend))
    @rule(pick=PICK)
    def is_stopped_just_before_it_sleeps(self, pick: int) -> None:
        """The stop comes between the worker's look and its close; neither may forget it."""
        actor = one_of(self.holding(Suspend), pick)
        assert actor.held is not None
        if self.view.is_current(actor.held.lease):
            stop_session(user_id=self.owner, session_id=actor.held.session_id)
        self.close(actor)

    @precondition(lambda self: self.holding())
    @rule(pick=PICK)
    def hands_over(self, pick: int) -> None:
        actor = one_of(self.holding(), pick)
        self.write(actor, release_run)
        actor.held = None

    @precondition(lambda self: self.holding())
    @rule(pick=PICK)
    def crashes(self, pick: int) -> None:
        """kill -9: what the worker knew is gone, its rows stand."""
        actor = one_of(self.holding(), pick)
        actor.held = None
        actor.worker_id = new_worker(actor.name)

    @precondition(lambda self: self.view.runs_that_are("running"))
    @rule(pick=PICK)
    def is_taken_for_dead(self, pick: int) -> None:
        """The sweep buries an owner, rightly or not; a frozen one knows nothing of it."""
        run = one_of(self.view.runs_that_are("running"), pick)
        assert run.owner_id is not None
        mark_dead(worker_id=run.owner_id)

    @precondition(lambda self: self.lost_runs())
    @rule(pick=PICK)
    def a_lost_run_is_reclaimed(self, pick: int) -> None:
        run = one_of(self.lost_runs(), pick)
        assert run.owner_id is not None
        assert reclaim_run(run_id=run.id, worker_id=run.owner_id)
        assert not reclaim_run(run_id=run.id, worker_id=run.owner_id), "reclaimed twice"

    @precondition(lambda self: any(self.holder(run) for run in self.view.live))
    @rule(pick=PICK)
    def changes_hands(self, pick: int) -> None:
        """A frozen worker is buried, and another takes its run up: now there is a zombie."""
        run = one_of([one for one in self.view.live if self.holder(one)], pick)
        actor = self.holder(run)
        assert actor is not None and run.owner_id is not None
        actor.frozen = True
        mark_dead(worker_id=run.owner_id)
        assert reclaim_run(run_id=run.id, worker_id=run.owner_id)
        self.refresh()
        self.takes_what_is_due()

    @precondition(lambda self: self.holding())
    @rule(pick=PICK, frozen=st.booleans())
    def is_lost_between_effect_and_commit(self, pick: int, frozen: bool) -> None:
        """The moment in which nobody can say whether a call took effect."""
        actor = one_of(self.executing() or self.holding(), pick)
        for _ in range(MOVES_TO_A_CALL):
            if actor.held is None or actor.held.begun:
                break
            self.drive_on(actor, actor.held, ["counter", "ledger"])
            self.refresh()
        if actor.held is None or not actor.held.begun:
            return
        for call_id in actor.held.idle_tools():
            self.act(actor.held, call_id)
        run = Run.objects.filter(pk=actor.held.lease.run_id, owner_id=actor.worker_id).first()
        if not frozen:
            actor.held = None
        actor.frozen = frozen
        if run is not None and run.status == "running":
            mark_dead(worker_id=actor.worker_id)
            assert reclaim_run(run_id=run.id, worker_id=actor.worker_id)

    def lost_runs(self) -> list[Run]:
        """Those whose owner is dead to the others, or alive and not driving them."""
        running = self.view.runs_that_are("running")
        return [
            run for run in running if self.holder(run) is None or not self.view.is_up(run.owner_id)
        ]

    @precondition(
        lambda self: any(a.held and not self.view.is_current(a.held.lease) for a in self.actors)
    )
    @rule(pick=PICK)
    def a_zombie_writes(self, pick: int) -> None:
        """A worker that lost its run tries every write of the loop; none may get through."""
        stale = [a.held for a in self.actors if a.held and not self.view.is_current(a.held.lease)]
        held = one_of(stale, pick)
        before = self.dump(held.session_id)
        for command, arguments in self.writes_of(held, pick):
            try:
                command(lease=held.lease, **arguments)
            except FenceLost:
                continue
            raise AssertionError(f"a stale lease wrote: {command.__name__}")
        assert self.dump(held.session_id) == before, "a refused write changed something"

    def writes_of(self, held: Held, pick: int) -> list[tuple[Any, dict[str, Any]]]:
        """All that a worker may write under a lease."""
        calls = [one.id for one in self.view.calls if one.run_id == held.lease.run_id]
        call_id = one_of(calls, pick) if calls else uuid4()
        facts = TurnFacts(uuid4(), CallFacts("model", None, {}, ""), AMOUNTS)
        return [
            (commit_turn, {"turn": turn_of(uuid4(), NAMES[:2], self.numbers)}),
            (begin_call, {"call_id": call_id, "facts": facts_of("counter"), "schema": {}}),
            (begin_child, {"call_id": call_id, "facts": facts_of("helper"), "schema": {}}),
            (finish_call, {"call_id": call_id, "result": CallResult("Late.")}),
            (close_step, {"step": held.state.step}),
            (release_run, {}),
            (finalise_run, {"status": "done"}),
            (retry_later, {"seconds": 1.0, "error": ERROR, "spent": None}),
            (open_turn, {"facts": facts}),
            (report_progress, {"call_id": call_id, "text": "late"}),
            (open_compaction, {"facts": summary_facts(1, "manual")}),
            (fail_compaction, {"error": ERROR, "spent": None}),
            (settle_compaction, summary_of(uuid4())),
        ]

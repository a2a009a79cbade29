"""From every reachable state a resting state is reached: nothing is stuck."""

from agency.commands.run.claim_run import claim_run
from agency.commands.run.force_stop import force_stop
from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.run.stop_orphan import stop_orphan
from agency.commands.worker.mark_dead import mark_dead
from agency.models import Interruption, Run
from tests.machine.state.answers import ANSWERS, AnswerRules
from tests.machine.state.branches import BranchRules
from tests.machine.state.children import ChildRules
from tests.machine.state.copies import CopyRules
from tests.machine.state.losses import LossRules
from tests.machine.state.people import PeopleRules
from tests.machine.state.scene import Actor, Held, new_worker, pass_time

MOST_MOVES = 200


class Whole(LossRules, PeopleRules, BranchRules, AnswerRules, ChildRules, CopyRules):
    """All rules together, and the way to rest."""

    def come_to_rest(self) -> None:
        """Let a healthy worker and a willing person finish everything."""
        for _ in range(MOST_MOVES):
            self.refresh()
            if not self.view.live:
                return
            self.help_on(self.next_to_help())
        stuck = [f"{run.status} at step {run.step}" for run in self.view.live]
        raise AssertionError(f"does not come to rest: {stuck}")

    def next_to_help(self) -> Run:
        """A live run for which more can be done than to wait for its children's."""
        asked = {row.run_id for row in self.view.pending}
        due = {call.run_id for call in self.deliverable()}
        ready = [
            run for run in self.view.live if run.status != "suspended" or run.id in asked | due
        ]
        assert ready, "all wait for one another"
        return ready[0]

    def help_on(self, run: Run) -> None:
        """One push in the right direction."""
        actor = self.holder(run)
        due = [call for call in self.deliverable() if call.run_id == run.id]
        if run.id in self.orphaned():
            assert stop_orphan(run_id=run.id)
        elif due:
            self.deliver(due[0], twice=True)
        elif run.status == "suspended":
            self.reply(run)
        elif run.status == "queued":
            self.take_up(run)
        elif run.stop_requested_at is not None:
            pass_time(run, "stop_requested_at")
            force_stop(run_id=run.id, draft=None)
        elif actor is None or actor.held is None:
            assert run.owner_id is not None
            mark_dead(worker_id=run.owner_id)
            assert reclaim_run(run_id=run.id, worker_id=run.owner_id)
        else:
            self.drive_on(actor, actor.held, [])

    def reply(self, run: Run) -> None:
        """Answer its first question; the last answer must wake it."""
        asked = Interruption.objects.filter(run=run, status="pending").order_by("id")
        row = asked.first()
        assert row is not None, "suspended, and nobody is asked"
        self.answer(row, ANSWERS[row.kind][0])
        status = Run.objects.values_list("status", flat=True).get(pk=run.pk)
        open_still = asked.exists() or self.waits_for_a_child(run)
        assert status == "queued" or open_still, "an answer did not wake its run"

    def take_up(self, run: Run) -> None:
        if run.not_before is not None:
            pass_time(run, "not_before")
            self.clients_look_again()
        actor = Actor("D", new_worker("D"))
        self.actors = [actor]
        claimed = claim_run(run_id=run.id, worker_id=actor.worker_id)
        assert claimed is not None, "a due run could not be claimed"
        actor.held = Held(claimed.lease, claimed.session_id, claimed.state)

"""The protocol with one guard taken out at a time: each must be caught.

A mutant that survives would mean that the checker is blind at that spot, so these are
the checker's own tests.
"""

from agency.loop.decide import Closing, Reclaimed, Release, close_decision
from agency.loop.state import CallStatus, RunState, RunStatus
from tests.machine.checker import invariants as rules
from tests.machine.checker.invariants import Rule
from tests.machine.checker.model import Model, Moves, Outcome
from tests.machine.checker.rows import (
    ACTED,
    JOINED,
    NOBODY,
    TO_BEGIN,
    WAITS,
    Ask,
    Call,
    Run,
    State,
)
from tests.machine.checker.search import (
    a_stop_needs_nobody_else,
    an_end_is_always_reachable,
    every_decision_is_possible,
    no_child_works_for_nobody,
)
from tests.machine.checker.world import STEER


class NoFenceInFinish(Model):
    """A tool's result is written without looking whose run it is now."""

    def fenced(self, state: State, w: int, transaction: str) -> bool:
        return transaction == "finishes" or super().fenced(state, w, transaction)

    def settles(self, call: Call, lease: int | None) -> bool:
        return call.state == CallStatus.RUNNING


class NoFenceInCommit(Model):
    """A model turn is written without looking whose run it is now."""

    def fenced(self, state: State, w: int, transaction: str) -> bool:
        return transaction == "commits the turn" or super().fenced(state, w, transaction)


class NoFenceInBegin(Model):
    """A call is begun without looking whose run it is now."""

    def fenced(self, state: State, w: int, transaction: str) -> bool:
        return transaction == "begins" or super().fenced(state, w, transaction)


class NoFenceBump(Model):
    """Claim, hand-over, reclaim and finalise leave the fence as it is."""

    def bump(self, fence: int) -> int:
        return fence


class NoIntentRecord(Model):
    """A tool acts first, and that it ran is recorded afterwards."""

    def begin(self, call: Call, fence: int) -> Call:
        return call

    def finish_call(self, state: State, w: int, i: int) -> tuple[State, int]:
        call = state.calls[i]
        if call.state != CallStatus.APPROVED:
            return super().finish_call(state, w, i)
        ran = super().begin(call, state.workers[w].lease or 0)
        return state.with_call(i, ran), ACTED


class OnceIsRunAgain(Model):
    """A lost once call goes back to approved like the others."""

    def lost_calls(self, view: RunState) -> Reclaimed:
        lost = super().lost_calls(view)
        return Reclaimed(approved=lost.approved + lost.reconcile)


class LostCallsStay(Model):
    """A claim leaves what its predecessor had running as it is."""

    def lost_calls(self, view: RunState) -> Reclaimed:
        return Reclaimed()


class AnswerWithoutWake(Model):
    """An answer is recorded, and the suspended run sleeps on."""

    def wakes(self, view: RunState) -> bool:
        return False


class SplitLookAndSuspend(Model):
    """The close carries out what was decided at the look, in an earlier transaction."""

    def look(self, state: State, w: int) -> State:
        return self.with_sight(super().look(state, w), w)

    def progressed(self, state: State, w: int, i: int, progress: int) -> State:
        return self.with_sight(super().progressed(state, w, i, progress), w)

    def with_sight(self, state: State, w: int) -> State:
        worker = state.workers[w]
        if worker.plan != "close":
            return state
        saw = close_decision(self.seen(state))
        return state.with_worker(w, worker._replace(saw=saw))

    def closing(self, state: State, w: int) -> Closing:
        now = super().closing(state, w)
        return now if state.run.stop else state.workers[w].saw or now


class AnswerWithoutCompare(Model):
    """An answer does not look whether another one has won."""

    def accepts(self, ask: Ask) -> bool:
        return ask.outcomes <= 1


class AnswerAfterDeadline(Model):
    """A late answer counts as an answer."""

    def expires(self, ask: Ask) -> bool:
        return False


class StopForgottenInClose(Model):
    """A run suspends although a stop was requested while its tools ran."""

    def closing(self, state: State, w: int) -> Closing:
        return close_decision(self.seen(state.with_run(stop=False)))


class StopForgottenInRelease(Model):
    """A run is requeued although a stop was requested before its worker died."""

    def release(self, run: Run, losses: int) -> Release:
        return super().release(run._replace(stop=False), losses)


class PartialBesideWhole(Model):
    """Finalise keeps the streamed text although the whole turn is there."""

    def keeps_partial(self, run: Run) -> bool:
        return True


class OwnerStaysOnSuspend(Model):
    """A suspended run still belongs to the worker that left it."""

    def close(self, state: State, w: int) -> State:
        closed = super().close(state, w)
        asleep = closed.run.status == RunStatus.SUSPENDED
        return closed.with_run(owner=w) if asleep else closed


class QuestionOutlivesItsCall(Model):
    """A stop ends the calls and leaves their questions pending."""

    def finalise(self, state: State, status: RunStatus) -> State:
        final = super().finalise(state, status)
        asks = [call.ask for call in state.calls]
        pairs = zip(final.calls, asks, strict=True)
        return final._replace(calls=tuple(call._replace(ask=ask) for call, ask in pairs))


class CallsOutliveTheRun(Model):
    """A stop ends the run and leaves its calls as they are."""

    def finalise(self, state: State, status: RunStatus) -> State:
        return super().finalise(state, status)._replace(calls=state.calls)


class ChildBeforeWait(Model):
    """A child is begun in a transaction of its own, before the call waits for it."""

    def begin_call(self, state: State, w: int, i: int, outcome: Outcome) -> tuple[State, int]:
        after, then = super().begin_call(state, w, i, outcome)
        call, new = state.calls[i], after.calls[i]
        if new.state != CallStatus.WAITING:
            return after, then
        if state.workers[w].saw is None:
            alone = state.with_call(i, new._replace(state=call.state))
            worker = alone.workers[w]._replace(saw=Closing.GO_ON)
            return alone.with_worker(w, worker), TO_BEGIN
        return state.with_call(i, new._replace(begun=call.begun)), then


class DeliveredWhateverItIs(Model):
    """A child's end is written without looking whether the call still waits."""

    def delivers(self, call: Call) -> bool:
        return True


class NobodyStopsOrphans(Model):
    """A child goes on for a call that is over."""

    def orphaned(self, call: Call) -> bool:
        return False


class NobodyReclaims(Model):
    """What a dead worker owns stays its own."""

    missing: tuple[str, ...] = ("sweep reclaims", "sweep gives up")

    def sweep_moves(self, state: State) -> Moves:
        return (move for move in super().sweep_moves(state) if move[0].name not in self.missing)


class NobodyForcesStops(NobodyReclaims):
    """Only the worker that owns a run can carry out a stop."""

    missing = (*NobodyReclaims.missing, "sweep forces the stop")


class SteeringOutlivesTheRun(Model):
    """A run ends, and what meant to steer it goes on waiting for it."""

    def left_over(self, run: Run) -> int:
        return run.steer


class SteeringJoinsUnheard(Model):
    """A turn without calls ends its run whatever waits, and takes that along."""

    def turn(self, state: State) -> State:
        after = super().turn(state)
        if after.run.step == 0 or after.run.steer != WAITS or after.run.stop:
            return after
        return after.with_run(status=RunStatus.DONE, owner=NOBODY, steer=JOINED, rests=False)


class SteeringJoinsAtOnce(Model):
    """What steers is added to the path the moment that it is said."""

    def people_moves(self, state: State) -> Moves:
        for label, after in super().people_moves(state):
            yield label, after.with_run(steer=JOINED) if label.name == STEER else after


STEERING: tuple[tuple[type[Model], Rule], ...] = (
    (SteeringOutlivesTheRun, rules.no_steering_waits_for_an_ended_run),
    (SteeringJoinsUnheard, rules.what_steered_was_heard),
    (SteeringJoinsAtOnce, rules.steering_parts_no_pair),
)
"""The same of worlds in which a person steers."""

CATCHES: tuple[tuple[type[Model], Rule], ...] = (
    (NoFenceInFinish, rules.stale_leases_change_nothing),
    (NoFenceInCommit, rules.stale_leases_change_nothing),
    (NoFenceInCommit, rules.an_ended_run_stays),
    (NoFenceInBegin, rules.stale_leases_change_nothing),
    (NoFenceBump, rules.one_lease_is_current),
    (NoIntentRecord, rules.effects_are_not_repeated),
    (OnceIsRunAgain, rules.effects_are_not_repeated),
    (OnceIsRunAgain, rules.results_tell_the_truth),
    (LostCallsStay, every_decision_is_possible),
    (AnswerWithoutWake, rules.no_wake_up_is_lost),
    (SplitLookAndSuspend, rules.no_wake_up_is_lost),
    (AnswerWithoutCompare, rules.questions_end_once),
    (AnswerWithoutCompare, rules.moves_are_legal),
    (AnswerAfterDeadline, rules.questions_end_once),
    (StopForgottenInClose, rules.no_stop_is_forgotten),
    (StopForgottenInRelease, rules.no_stop_is_forgotten),
    (PartialBesideWhole, rules.the_path_is_valid),
    (OwnerStaysOnSuspend, rules.running_means_owned),
    (QuestionOutlivesItsCall, rules.questions_and_calls_agree),
    (CallsOutliveTheRun, rules.an_ended_run_has_no_open_call),
    (ChildBeforeWait, rules.a_call_has_one_child),
    (DeliveredWhateverItIs, rules.an_ended_run_stays),
    (NobodyStopsOrphans, no_child_works_for_nobody),
    (NobodyReclaims, an_end_is_always_reachable),
    (NobodyForcesStops, a_stop_needs_nobody_else),
)
"""Each mutant with the rule that must catch it, alone."""

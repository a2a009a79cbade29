"""What must hold after every step: the invariants of the protocol, and every open client."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import F

from agency.loop.state import (
    CALL_MOVES,
    CALL_TERMINAL,
    INTERRUPTION_MOVES,
    RUN_MOVES,
    RUN_TERMINAL,
    CallStatus,
    InterruptionStatus,
    RunStatus,
    may_move,
)
from agency.models import Budget, ModelCall
from agency.queries.path import full_path
from tests.machine.state.base import Stage
from tests.machine.state.view import View, broken_rules, columns
from tests.siblings import check_siblings

STATUS_OF_LIVE = {"running": {"running"}, "suspended": {"waiting"},
                  "queued": {"queued", "waiting_retry"}}  # fmt: skip
RESTING = {"idle", "completed", "stopped", "failed"}


class Laws:
    """Compares each view with the one before it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.before = View()
        self.shapes: dict[UUID, list[tuple[UUID, int, bool]]] = {}
        self.valid: set[tuple[UUID, int]] = set()
        self.copied: set[UUID] = set()

    def check(self) -> None:
        """Raise AssertionError for the first law that is broken."""
        view = self.stage.view
        self.note_copies(view)
        self.effects(view)
        self.one_lease(view)
        self.suspended_runs_wait(view)
        self.questions_match_calls(view)
        self.ended_runs_are_over(view)
        self.sessions_tell_their_runs(view)
        self.nothing_said_is_lost(view)
        self.who_interrupts_is_first(view)
        self.branches_are_dense(view)
        self.siblings_are_counted(view)
        self.summaries_have_a_request(view)
        self.caps_hold(view)
        self.one_child_to_a_call(view)
        self.moves_are_legal(view)
        self.what_ended_stays(view)
        self.before = view

    def note_copies(self, view: View) -> None:
        """Calls that came with a copied session are history: what they did they did before."""
        known = {one.id for one in self.before.sessions}
        fresh = [call for call in view.calls if call.session_id not in known]
        self.copied |= {call.id for call in fresh if call.state in CALL_TERMINAL}

    def effects(self, view: View) -> None:
        """A `once` call acts at most once unless ordered; done acted; denied did not."""
        effects, ordered = self.stage.effects, self.stage.ordered
        told = {row.tool_call_id for row in view.questions if row.kind in ("reconcile", "question")}
        for call in view.calls:
            if call.effect == "once":
                assert effects[call.id] <= 1 + ordered[call.id], "a once tool acted twice"
            told_or_copied = call.id in told or call.id in self.copied
            if call.state == "done" and not told_or_copied and call.child_session_id is None:
                assert effects[call.id] >= 1, "a call is done that never acted"
            if call.state == "denied":
                assert effects[call.id] == 0 or ordered[call.id], "a denied call acted"

    def one_lease(self, view: View) -> None:
        """At most one worker holds a lease that counts."""
        for run in view.runs_that_are("running"):
            held = [a.held for a in self.stage.actors if a.held]
            counting = [h for h in held if (h.lease.run_id, h.lease.fence) == (run.id, run.fence)]
            assert len(counting) <= 1, "two leases count"

    def suspended_runs_wait(self, view: View) -> None:
        """A suspended run waits for something and has nothing to do: no wake-up is lost."""
        for run in view.runs_that_are("suspended"):
            calls = [call for call in view.calls if call.run_id == run.id]
            states = {call.state for call in calls}
            asks = any(row.run_id == run.id for row in view.pending)
            assert asks or "waiting" in states, "suspended for nothing"
            assert not states & {"approved", "running", "proposed"}, "suspended with work to do"

    def questions_match_calls(self, view: View) -> None:
        """A question is pending exactly while its call is awaiting."""
        asked = {row.tool_call_id for row in view.pending if row.tool_call_id}
        awaiting = {call.id for call in view.calls if call.state == "awaiting"}
        assert asked == awaiting, "questions and calls disagree"
        live = {run.id for run in view.live}
        assert {row.run_id for row in view.pending} <= live, "an ended run still asks"

    def ended_runs_are_over(self, view: View) -> None:
        """When a run has ended so have its calls; none is ever left proposed."""
        ended = {run.id for run in view.runs if run.status in RUN_TERMINAL}
        for call in view.calls:
            assert call.state != "proposed"
            assert call.run_id not in ended or call.state in CALL_TERMINAL, "an open call remains"
        started = {one.run_id for one in view.requests if one.state == "started"}
        running = {run.id for run in view.runs_that_are("running")}
        known = {run.id for run in view.runs}
        assert started & known <= running, "nobody hears this request"

    def sessions_tell_their_runs(self, view: View) -> None:
        """The session's status is what its live run says."""
        for session in view.sessions:
            run = view.live_of(session.id)
            legal = RESTING if run is None else STATUS_OF_LIVE[run.status]
            assert session.status in legal, f"{session.status} beside {run}"
            if run is not None:
                assert run.branch_id == session.active_branch_id, "the run is not shown"

    def nothing_said_is_lost(self, view: View) -> None:
        """What a person said stands on a branch or waits, at one place."""
        said = self.stage.said
        spoken = {row.id for row in view.messages} & said
        waiting = {row.id for row in view.queued} & said
        assert spoken | waiting == said, "a message was lost"
        assert not spoken & waiting, "a message stands at two places"

    def who_interrupts_is_first(self, view: View) -> None:
        """Queues have an order, who interrupts leads it, and none waits without a reason."""
        for session in view.sessions:
            waiting = [row for row in view.queued if row.session_id == session.id]
            waiting.sort(key=lambda row: row.position)
            assert len({row.position for row in waiting}) == len(waiting), "a place is taken twice"
            others = [row.strategy != "interrupt" for row in waiting]
            assert others == sorted(others), "somebody stands before one who interrupts"
            if waiting and view.live_of(session.id) is None and session.closed_at is None:
                assert session.queue_paused, "a message waits for nothing"
                assert {row.strategy for row in waiting} == {"queue"}, "it means no run"

    def siblings_are_counted(self, view: View) -> None:
        """Clients count the versions of each message right, from the branches alone."""
        for session in view.sessions:
            own = [b for b in view.branches if b.session_id == session.id]
            shape = [(b.id, b.head_depth, b.hidden) for b in own]
            if len(own) > 1 and self.shapes.get(session.id) != shape:
                self.shapes[session.id] = shape
                check_siblings(session, shown_only=True)

    def branches_are_dense(self, view: View) -> None:
        """Depths are dense; where a branch rests its head is settled and providers take it."""
        depths: dict[UUID, list[int]] = {}
        for message in view.messages:
            depths.setdefault(message.branch_id, []).append(message.depth)
        busy = {run.branch_id for run in view.live}
        for branch in view.branches:
            first = (branch.fork_depth or 0) + 1
            whole = list(range(first, branch.head_depth + 1))
            assert sorted(depths.get(branch.id, [])) == whole, "a branch has a hole"
            if branch.id not in busy:
                self.is_valid(branch.id, branch.head_depth)

    def is_valid(self, branch_id: UUID, head: int) -> None:
        """A resting path is one that a provider takes; each is checked once."""
        if (branch_id, head) in self.valid:
            return
        path = full_path(branch_id)
        assert not path or path[-1].settled, "a resting head is unsettled"
        parents = [message.parent_id for message in path]
        assert parents == [None, *(m.id for m in path)][: len(path)], "parents skip a message"
        assert broken_rules(path) == []
        self.valid.add((branch_id, head))

    def summaries_have_a_request(self, view: View) -> None:
        """A summary runs exactly while its request is open; one that ended stays as it is."""
        open_now = {one.id for one in view.requests if one.state == "started"}
        for row in view.summaries:
            assert (row.state == "running") == (row.model_call in open_now), "a summary hangs"
        for old, _ in _pairs(self.before.summaries, view.summaries):
            assert old.state == "running", "a summary changed"

    def caps_hold(self, view: View) -> None:
        """Nothing was admitted beyond a cap, and only live requests hold anything."""
        if "agency_modelcall" not in view.written:
            return
        over = Budget.objects.filter(limit__lt=F("spent") + F("reserved"))
        assert not over.exists(), "a cap was passed"
        idle = ModelCall.objects.exclude(state="started").filter(reservation__isnull=False)
        assert not idle.exists(), "a settled request still holds a reservation"

    def one_child_to_a_call(self, view: View) -> None:
        """A call began one session or none, which names it; waiting means that it began one."""
        calls = [call for call in view.calls if call.id not in self.copied]
        begun = [call.child_session_id for call in calls if call.child_session_id]
        assert len(begun) == len(set(begun)), "two calls share a child"
        children = {one.parent_call_id: one for one in view.sessions if one.parent_call_id}
        for call in calls:
            child = children.get(call.id)
            assert child is None or child.id == call.child_session_id, "a second child"
            assert call.state != "waiting" or call.child_session_id, "it waits for nobody"
            if child is not None:
                assert child.parent_id == call.session_id, "another session's child"
        known = {one.id: one for one in view.sessions}
        for one in view.sessions:
            parent = known[one.parent_id] if one.parent_id else None
            above = (parent.depth + 1, parent.root_id or parent.id) if parent else (0, None)
            assert (one.depth, one.root_id) == above, "a tree with a wrong shape"

    def moves_are_legal(self, view: View) -> None:
        """Runs, calls and questions changed only as their tables allow, fences only rose."""
        for old, new in _pairs(self.before.runs, view.runs):
            assert new.fence >= old.fence
            _check_move(RUN_MOVES, RunStatus, old.status, new.status)
        for old, new in _pairs(self.before.calls, view.calls):
            _check_move(CALL_MOVES, CallStatus, old.state, new.state)
        for old, new in _pairs(self.before.questions, view.questions):
            _check_move(INTERRUPTION_MOVES, InterruptionStatus, old.status, new.status)

    def what_ended_stays(self, view: View) -> None:
        """Messages never change; nor do runs, calls and questions that are over."""
        for old, new in _pairs(self.before.messages, view.messages):
            assert columns(old) == columns(new), "a message changed"
        for old, new in _pairs(self.before.runs, view.runs):
            assert old.status not in RUN_TERMINAL or columns(old) == columns(new)
        for old, new in _pairs(self.before.calls, view.calls):
            assert old.state not in CALL_TERMINAL or columns(old) == columns(new)
        for old, new in _pairs(self.before.questions, view.questions):
            assert old.status == "pending" or columns(old) == columns(new)


def _pairs(before: Iterable[Any], after: Iterable[Any]) -> Iterable[tuple[Any, Any]]:
    """Those rows that changed, as they were and as they are."""
    known = {row.pk: row for row in before}
    found = [(known[row.pk], row) for row in after if row.pk in known]
    return [(old, new) for old, new in found if old is not new]


def _check_move(table: Any, kind: Any, old: str, new: str) -> None:
    """One step may pass several states, so reachability is what counts."""
    reached, frontier = {kind(old)}, [kind(old)]
    while frontier:
        state = frontier.pop()
        onward = {one for one in kind if may_move(table, state, one)} - reached
        reached |= onward
        frontier += onward
    assert kind(new) in reached, f"{old} became {new}"

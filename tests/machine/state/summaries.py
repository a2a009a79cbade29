"""Rules of summaries: a person asks for one, or a turn needs one first; it is made, or fails."""

from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.compaction.compact_session import LEAST, compact_session
from agency.commands.compaction.fail_compaction import fail_compaction
from agency.commands.compaction.open_compaction import CompactionFacts, open_compaction
from agency.commands.compaction.settle_compaction import settle_compaction
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.ledger import CallFacts
from agency.commands.run.retry_later import retry_later
from agency.errors import NothingToCompact, SessionBusy, SessionClosed
from agency.loop.decide import CallModel
from agency.models import Branch, Run
from agency.queries.path import full_path
from tests.machine.state.base import LOST, PICK, one_of
from tests.machine.state.calls import CallRules
from tests.machine.state.scene import Actor
from tests.machine.state.tools import AMOUNTS, ERROR, SPENT

WINDOW = {"window": 100, "threshold": 85, "model": "model"}


def summary_facts(depth: int, reason: str) -> CompactionFacts:
    """What is written before a model is asked for a summary up to this depth."""
    return CompactionFacts(depth, reason, 90, CallFacts("model", None, {}, ""), AMOUNTS)


def summary_of(compaction_id: UUID, depth: int = 1) -> dict[str, Any]:
    """What is kept of the model's answer."""
    context = {"tokens": 10, "depth": depth} | WINDOW
    more: dict[str, Any] = {"summary": "They talked.", "context": context, "spent": SPENT}
    return {"compaction_id": compaction_id} | more


class SummaryRules(CallRules):
    """What people and workers do about paths that grow long."""

    def summarising(self) -> list[Actor]:
        """Workers that wait for a summary."""
        return [a for a in self.actors if a.held and a.held.summary]

    @precondition(lambda self: any(branch.head_depth >= LEAST for branch in self.view.branches))
    @rule(pick=PICK)
    def asks_for_a_summary(self, pick: int) -> None:
        long = {b.id for b in self.view.branches if b.head_depth >= LEAST}
        found = [one for one in self.view.sessions if one.active_branch_id in long]
        session = one_of(found or self.view.sessions, pick)
        try:
            compact_session(user_id=self.owner, session_id=session.id)
        except SessionBusy:
            assert self.view.live_of(session.id) is not None
        except SessionClosed:
            assert session.closed_at is not None
        except NothingToCompact:
            return

    @precondition(lambda self: self.steps % 3 == 1 and self.unasked())
    @rule(pick=PICK)
    def summarises_before_a_turn(self, pick: int) -> None:
        self.begin_summary(one_of(self.unasked(), pick), "automatic")

    def unasked(self) -> list[Actor]:
        """Workers that are about to ask the model for a turn."""
        found = self.holding(CallModel)
        return [a for a in found if a.held and not a.held.turn and not a.held.summary]

    def begin_summary(self, actor: Actor, reason: str) -> None:
        """Up to the newest place where the path rested, but for the last message."""
        held = actor.held
        assert held is not None
        run = Run.objects.filter(pk=held.lease.run_id).first()
        path = full_path(run.branch_id) if run is not None else []
        rests = [message.depth for message in path[:-1] if message.settled]
        if not rests:
            if reason == "manual":
                self.write(actor, finalise_run, status="failed", error=ERROR)
                actor.held = None
            return
        opened = self.write(actor, open_compaction, facts=summary_facts(rests[-1], reason))
        if opened is None:
            actor.held = None
        elif opened is not LOST:
            held.summary = opened.id  # type: ignore[attr-defined]  # it has begun

    @precondition(lambda self: self.summarising())
    @rule(pick=PICK, again=st.booleans())
    def a_summary_is_made(self, pick: int, again: bool) -> None:
        self.keep_summary(one_of(self.summarising(), pick), again)

    def keep_summary(self, actor: Actor, again: bool = False) -> None:
        """It stands from now on; a repeat keeps the first."""
        held = actor.held
        assert held is not None and held.summary is not None
        run = Run.objects.filter(pk=held.lease.run_id).first()
        head = Branch.objects.get(pk=run.branch_id).head_depth if run is not None else 1
        more = summary_of(held.summary, head)
        state = self.write(actor, settle_compaction, **more)
        if state is LOST:
            return
        if again:
            assert self.write_under(held, settle_compaction, **more) in (state, LOST)
        self.take(actor, state)

    @precondition(lambda self: self.summarising())
    @rule(pick=PICK, end=st.sampled_from(("goes on", "later", "for good")))
    def a_summary_fails(self, pick: int, end: str) -> None:
        actor = one_of(self.summarising(), pick)
        if end == "goes on":
            state = self.write(actor, fail_compaction, error=ERROR, spent=None)
            if state is not LOST:
                self.take(actor, state)
            return
        if end == "later":
            self.write(actor, retry_later, seconds=3600.0, error=ERROR, spent=None)
        else:
            self.write(actor, finalise_run, status="failed", error=ERROR)
        actor.held = None

    def summarise(self, actor: Actor) -> None:
        """The next move of a run that is there for its summary alone."""
        assert actor.held is not None
        if actor.held.summary is None:
            self.begin_summary(actor, "manual")
        else:
            self.keep_summary(actor)

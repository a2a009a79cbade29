"""Rules of children: their ends are delivered, late or twice; what nobody waits for is stopped."""

from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.child.invoke_session import invoke_session
from agency.commands.copying.duplicate_session import duplicate_session
from agency.commands.run.deliver_child import deliver_child
from agency.commands.run.stop_orphan import stop_orphan
from agency.errors import SessionClosed
from agency.models import Run, Session, ToolCall
from agency.queries.run_duties import AT_REST, orphans
from framework.core.ids import uuid7
from tests.machine.state.base import PICK, Stage, one_of
from tests.machine.state.view import View

MOST_SESSIONS = 4


class ChildRules(Stage):
    """What the hooks after a commit, and the sweep behind them, may do at any moment."""

    asked_of: View | None = None
    known_orphans: list[UUID]

    def child_of(self, call: ToolCall) -> Session | None:
        """The session that does the call's work, if it is still there."""
        rows = self.view.sessions
        return next((one for one in rows if one.parent_call_id == call.id), None)

    def deliverable(self) -> list[ToolCall]:
        """Calls whose child has come to rest or is gone."""
        waiting = [call for call in self.view.calls if call.state == "waiting"]
        children = [(call, self.child_of(call)) for call in waiting]
        return [call for call, child in children if child is None or child.status in AT_REST]

    @precondition(lambda self: any(call.child_session_id for call in self.view.calls))
    @rule(pick=PICK, twice=st.booleans())
    def a_child_is_delivered(self, pick: int, twice: bool) -> None:
        """Somebody looks whether there is something to deliver; it may be too early or done."""
        begun = [call for call in self.view.calls if call.child_session_id]
        due = self.deliverable()
        self.deliver(one_of(due or begun, pick), bool(due), twice)

    def deliver(self, call: ToolCall, due: bool = True, twice: bool = False) -> None:
        """The result reaches the call once."""
        assert deliver_child(call_id=call.id) == due, "delivered too early, or not at all"
        if twice:
            assert not deliver_child(call_id=call.id), "delivered twice"

    @precondition(lambda self: self.orphaned())
    @rule(pick=PICK)
    def an_orphan_is_stopped(self, pick: int) -> None:
        run_id = one_of(self.orphaned(), pick)
        assert stop_orphan(run_id=run_id)
        assert not stop_orphan(run_id=run_id), "stopped twice"

    def orphaned(self) -> list[UUID]:
        """Live runs of which nobody awaits the end."""
        if self.asked_of is not self.view:
            self.asked_of = self.view
            self.known_orphans = list(orphans().order_by("id").values_list("id", flat=True))
        return self.known_orphans

    @precondition(lambda self: self.rarely() and 0 < len(self.view.sessions) < MOST_SESSIONS)
    @rule(pick=PICK, point=st.integers(-1, 8))
    def somebody_asks_a_copy(self, pick: int, point: int) -> None:
        """A person asks a fork that is a session of its own, at the head or further back."""
        session = one_of(self.view.sessions, pick)
        own = [one for one in self.view.messages if one.session_id == session.id]
        place = one_of(own, point).id if own and point >= 0 else None
        asked = {"session_id": session.id, "text": "And here?", "up_to_message": place}
        invoke_id = uuid7()
        try:
            invoked = invoke_session(user_id=self.owner, invoke_id=invoke_id, **asked)
        except SessionClosed:
            assert session.closed_at is not None
            return
        self.said.add(invoked.message.id)
        before = self.dump(invoke_id)
        invoke_session(user_id=self.owner, invoke_id=invoke_id, **asked)
        assert self.dump(invoke_id) == before, "the same invocation counted twice"

    @precondition(lambda self: self.rarely() and 0 < len(self.view.sessions) < MOST_SESSIONS)
    @rule(pick=PICK, point=st.integers(-1, 8))
    def duplicates_a_session(self, pick: int, point: int) -> None:
        """All of it, or up to a message; nothing runs in the copy."""
        session = one_of(self.view.sessions, pick)
        own = [one for one in self.view.messages if one.session_id == session.id]
        place = one_of(own, point).id if own and point >= 0 else None
        asked = {"session_id": session.id, "up_to_message": place, "copy_id": uuid7()}
        copy = duplicate_session(user_id=self.owner, **asked)
        before = self.dump(copy.id)
        duplicate_session(user_id=self.owner, **asked)
        assert self.dump(copy.id) == before, "the same copy counted twice"
        assert self.view.live_of(copy.id) is None, "a copy runs"

    def waits_for_a_child(self, run: Run) -> bool:
        """Whether a call of the run waits."""
        return any(one.run_id == run.id and one.state == "waiting" for one in self.view.calls)

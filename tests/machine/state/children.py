"""Rules of children: their ends are delivered, late or twice; what nobody waits for is stopped."""

from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.run.deliver_child import deliver_child
from agency.commands.run.stop_orphan import stop_orphan
from agency.models import Run, Session, ToolCall
from agency.queries.run_duties import AT_REST, orphans
from tests.machine.state.base import PICK, Stage, one_of
from tests.machine.state.view import View


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

    def waits_for_a_child(self, run: Run) -> bool:
        """Whether a call of the run waits."""
        return any(one.run_id == run.id and one.state == "waiting" for one in self.view.calls)

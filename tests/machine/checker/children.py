"""The moves of a call's child, which works on its own and is looked after by whoever comes by."""

from collections.abc import Iterator

from agency.loop.state import CALL_TERMINAL, CallStatus
from tests.machine.checker.rows import Call, Label, State
from tests.machine.checker.world import World

OWN_ENDS = frozenset({"child is done", "child is failed"})


class Children(World):
    """Children as their parent's run sees them: live, then at rest in one way or another."""

    def begin_child(self, call: Call) -> Call:
        """The child and the wait for it, in one transaction."""
        return call._replace(state=CallStatus.WAITING, begun=call.begun + 1, child="live")

    def delivers(self, call: Call) -> bool:
        """Whether the end of a child still counts; looked at under the run's lock."""
        return call.state == CallStatus.WAITING

    def orphaned(self, call: Call) -> bool:
        """Whether a child is to be stopped: nobody waits for it any more."""
        return call.state in CALL_TERMINAL

    def child_moves(self, state: State, i: int) -> Iterator[tuple[Label, State]]:
        """It ends, is stopped, or its end is delivered."""
        call = state.calls[i]
        if call.child == "live":
            for end in ("done", "failed"):
                yield Label(f"child is {end}", detail=i), ended(state, i, end)
            if self.orphaned(call):
                yield Label("sweep stops the child", detail=i), ended(state, i, "failed")
        elif call.child and self.delivers(call):
            becomes = CallStatus.DONE if call.child == "done" else CallStatus.FAILED
            told = state.with_call(i, call._replace(state=becomes))
            yield Label("child is delivered", detail=i), self.woken(told)


def ended(state: State, i: int, how: str) -> State:
    """The call's child at rest; nothing of the call itself changes by that."""
    return state.with_call(i, state.calls[i]._replace(child=how))


def has_live_child(state: State) -> bool:
    """Whether a child works."""
    return any(call.child == "live" for call in state.calls)

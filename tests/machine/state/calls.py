"""Rules of a step's calls: begun, acted out, finished, and the step closed or the run ended."""

from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.child.begin_child import begin_child
from agency.commands.run.begin_call import begin_call
from agency.commands.run.close_step import close_step
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.finish_call import CallResult, finish_call
from agency.commands.run.report_progress import report_progress
from agency.loop.decide import CloseStep, Finish, FinishStopped, Suspend
from tests.machine.state.base import LOST, PICK, Stage, one_of
from tests.machine.state.scene import Actor, Held, is_tools
from tests.machine.state.tools import facts_of


class CallRules(Stage):
    """What a worker does with the calls of its turn."""

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

    def take(self, actor: Actor, state: Any) -> None:
        """The run goes on, or sleeps or has ended."""
        if state is None or actor.held is None:
            actor.held = None
        else:
            actor.held.goes_on(state)

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
        facts = facts_of(call.name if call else "peek")
        more: dict[str, Any] = {"call_id": call_id, "facts": facts, "schema": {}}
        is_child = more["facts"].kind == "child"
        begin: Any = begin_child if is_child else begin_call
        begun: Any = self.write(actor, begin, **more)
        if begun is LOST:
            return
        held.tried.add(call_id)
        if begun is not None:
            held.begun.append(call_id)
        if again:
            assert self.write_under(held, begin, **more) == begun

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

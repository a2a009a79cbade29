"""What the rules of people and of workers share."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import count
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine

from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.force_stop import force_stop
from agency.commands.session._body import MessageBody
from agency.commands.session.launch_session import Launch, launch_session
from agency.commands.session.send_message import send_message
from agency.errors import FenceLost
from agency.models import Run
from framework.core.ids import uuid7
from tests.factories import World
from tests.machine.state.scene import Actor, Held, new_worker, pass_time, scene
from tests.machine.state.view import Eyes, View
from tests.machine.state.writes import Writes

T = TypeVar("T")
LOST = object()
PICK = st.integers(0, 5)


class Stage(RuleBasedStateMachine):
    """Three workers, a person with two tabs, a second person, and up to two sessions."""

    world: ClassVar[World]

    def __init__(self) -> None:
        super().__init__()
        self.numbers = count(1)
        self.effects: Counter[UUID] = Counter()
        self.ordered: Counter[UUID] = Counter()
        self.said: set[UUID] = set()
        self.frozen = False
        self.steps = 0
        self.plan: list[list[str]] = [[]]
        writes = Writes()
        self.eyes = Eyes(writes)
        self.view = View()
        self._scene: AbstractContextManager[None] = scene(
            self.somebody_carries_out_the_stop, writes
        )
        self._scene.__enter__()
        self.owner = self.world.owner.pk
        self.editor = self.world.editor.pk
        self.actors = [Actor(name, new_worker(name)) for name in "ABC"]
        self.launched("workspace")

    def launched(self, visibility: str) -> UUID:
        """A new session, seen by the owner and, if it is shared, by the editor."""
        launch = Launch(agent_id=self.world.agent.id, visibility=visibility)
        session, _ = launch_session(user_id=self.owner, launch=launch)
        self.refresh()
        return session.id

    def refresh(self) -> None:
        """Read the rows again."""
        self.view = self.eyes.look()

    def dump(self, session_id: UUID) -> list[Any]:
        """Every row of a session as it stands, to see that nothing changed."""
        self.refresh()
        return self.view.of(session_id)

    def rarely(self) -> bool:
        """Every seventh step: for rules that would otherwise drown the work."""
        return self.steps % 7 == 6

    def leave(self) -> None:
        """Undo everything."""
        self._scene.__exit__(None, None, None)

    # ---- leases ---------------------------------------------------------------------------

    def write(self, actor: Actor, command: Callable[..., T], **arguments: Any) -> T | object:
        """Write for a run; LOST when the lease was stale, which must have changed nothing."""
        held = actor.held
        assert held is not None
        result = self.write_under(held, command, **arguments)
        if result is LOST:
            actor.held = None
        return result

    def write_under(self, held: Held, command: Callable[..., T], **arguments: Any) -> T | object:
        """The same for a lease that its worker keeps."""
        self.refresh()
        current = self.view.is_current(held.lease)
        before = None if current else self.dump(held.session_id)
        try:
            result = command(lease=held.lease, **arguments)
        except FenceLost:
            assert not current, "a current lease was refused"
            assert self.dump(held.session_id) == before, "a refused write changed something"
            return LOST
        assert current, f"a stale lease wrote: {command.__name__}"
        return result

    def holder(self, run: Run) -> Actor | None:
        """The worker that drives the run, if it still does."""
        for actor in self.actors:
            if actor.held and (actor.held.lease.run_id, actor.held.lease.fence) == (
                run.id,
                run.fence,
            ):
                return actor
        return None

    def asks_for_more(self) -> None:
        """The owner sends a message to the first open session."""
        for session in self.view.sessions:
            if session.closed_at is None:
                message_id = uuid7()
                more = {"session_id": session.id, "message_id": message_id}
                send_message(user_id=self.owner, body=MessageBody(text="More."), **more)
                self.said.add(message_id)
                return

    def somebody_carries_out_the_stop(self) -> None:
        """What happens while a command waits for a session's rest."""
        stopping = Run.objects.filter(status="running", stop_requested_at__isnull=False)
        for run in stopping.order_by("id"):
            actor = self.holder(run)
            if actor is None or self.frozen:
                pass_time(run, "stop_requested_at")
                assert force_stop(run_id=run.id, draft=draft_of(run, actor))
            else:
                self.stops(actor)

    def stops(self, actor: Actor) -> None:
        """The worker ends its run with the text that it has."""
        held = actor.held
        assert held is not None
        run = Run.objects.get(pk=held.lease.run_id)
        self.write(actor, finalise_run, status="stopped", draft=draft_of(run, actor))
        actor.held = None


def draft_of(run: Run, actor: Actor | None) -> dict[str, Any] | None:
    """The text of the turn under way."""
    if actor is None or actor.held is None or actor.held.turn is None:
        return None
    text = {"block": 0, "kind": "text", "name": None, "call_id": None, "text": "Half a"}
    return {"message_id": str(actor.held.turn), "step": run.step, "blocks": [text]}


def one_of(found: Sequence[T], pick: int) -> T:
    """One of several, by a number that any example may draw."""
    return found[pick % len(found)]

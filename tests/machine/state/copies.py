"""Rules of copies: asked, duplicated, or carried over a file; the source never notices."""

from io import StringIO
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.child._limits import DEPTH
from agency.commands.child.invoke_session import invoke_session
from agency.commands.copying.duplicate_session import duplicate_session
from agency.commands.copying.import_sessions import import_sessions
from agency.errors import SessionClosed, TooDeep
from agency.models import Session
from agency.queries.session_export import export_json
from framework.core.ids import uuid7
from tests.machine.state.base import PICK, Stage, one_of

MOST_SESSIONS = 4
POINT = st.integers(-1, 8)


class CopyRules(Stage):
    """What the owner may make of a session, whatever goes on in it."""

    def has_room(self) -> bool:
        """Whether there may be one session more."""
        return 0 < len(self.view.sessions) < MOST_SESSIONS

    def place_in(self, session: Session, point: int) -> UUID | None:
        """A message of the session, or None for all of it."""
        own = [one for one in self.view.messages if one.session_id == session.id]
        return one_of(own, point).id if own and point >= 0 else None

    @precondition(lambda self: self.rarely() and self.has_room())
    @rule(pick=PICK, point=POINT)
    def asks_a_copy(self, pick: int, point: int) -> None:
        """The copy is a session below this one; it answers, and this one stays as it is."""
        session = one_of(self.view.sessions, pick)
        asked = {"session_id": session.id, "text": "And here?"}
        more = {"invoke_id": uuid7(), "up_to_message": self.place_in(session, point)}
        before = self.dump(session.id)
        try:
            invoked = invoke_session(user_id=self.owner, **asked, **more)
        except SessionClosed:
            assert session.closed_at is not None
            return
        except TooDeep:
            assert session.depth >= DEPTH
            return
        assert session.closed_at is None and session.depth < DEPTH
        assert self.dump(session.id) == before, "to ask a copy changed the session"
        self.said.add(invoked.message.id)
        before = self.dump(invoked.session.id)
        invoke_session(user_id=self.owner, **asked, **more)
        assert self.dump(invoked.session.id) == before, "the same question counted twice"

    @precondition(lambda self: self.rarely() and self.has_room())
    @rule(pick=PICK, point=POINT)
    def duplicates_a_session(self, pick: int, point: int) -> None:
        """All of it, or up to a message; nothing runs in the copy."""
        session = one_of(self.view.sessions, pick)
        asked = {"session_id": session.id, "up_to_message": self.place_in(session, point)}
        before, copy_id = self.dump(session.id), uuid7()
        duplicate_session(user_id=self.owner, copy_id=copy_id, **asked)
        assert self.dump(session.id) == before, "to duplicate changed the session"
        before = self.dump(copy_id)
        duplicate_session(user_id=self.owner, copy_id=copy_id, **asked)
        assert self.dump(copy_id) == before, "the same copy counted twice"
        assert self.view.live_of(copy_id) is None, "a copy runs"

    @precondition(lambda self: self.rarely() and self.has_room())
    @rule(pick=PICK)
    def carries_a_session_over_a_file(self, pick: int) -> None:
        """What is written out at any moment can be read in; a repeat finds what stands."""
        session = one_of(self.view.sessions, pick)
        out = StringIO()
        export_json(out, self.owner, session.id)
        more = {"workspace_id": session.workspace_id, "raw": out.getvalue().encode()}
        salt = f"salt {next(self.numbers)}"
        (copy,) = import_sessions(user_id=self.owner, salt=salt, **more).sessions
        before = self.dump(copy.id)
        import_sessions(user_id=self.owner, salt=salt, **more)
        assert self.dump(copy.id) == before, "the same file counted twice"
        assert self.view.live_of(copy.id) is None, "what was carried over runs"

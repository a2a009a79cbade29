"""Rules of people: they speak, change their minds, stop, close and delete."""

from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.session._body import MessageBody
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_queued import edit_queued
from agency.commands.session.resume_queue import resume_queue
from agency.commands.session.resume_session import resume_session
from agency.commands.session.send_message import send_message
from agency.commands.session.stop_session import stop_session
from agency.commands.session.update_session import update_session
from agency.commands.session.withdraw_queued import withdraw_queued
from agency.errors import QueuedMessageGone, SessionBusy, SessionClosed
from agency.models import Session
from framework.core.errors import IdempotencyMismatch, NotFound, Stale
from framework.core.ids import uuid7
from tests.machine.state.base import PICK, Stage, one_of

WORDS = st.sampled_from(("Go on.", "Wait.", "Why?"))


class PeopleRules(Stage):
    """What the owner, or the editor of a shared session, may do at any moment."""

    def somebody(self, session: Session) -> int:
        """The owner, and now and then the editor where the session is shared."""
        shared = session.visibility == "workspace"
        return self.editor if shared and next(self.numbers) % 3 == 0 else self.owner

    # ---- speaking ---------------------------------------------------------------------------

    @precondition(lambda self: self.view.sessions and len(self.view.queued) < 4)
    @rule(
        pick=PICK,
        text=WORDS,
        when_busy=st.sampled_from(("queue", "queue", "steer", "steer", "interrupt", "reject")),
        twice=st.booleans(),
    )
    def sends(self, pick: int, text: str, when_busy: str, twice: bool) -> None:
        session = one_of(self.view.sessions, pick)
        message_id, body = uuid7(), MessageBody(text=text)
        more = {"session_id": session.id, "message_id": message_id, "body": body}
        user_id = self.somebody(session)
        busy = self.view.live_of(session.id) is not None
        try:
            sent = send_message(user_id=user_id, when_busy=when_busy, **more)
        except (SessionClosed, SessionBusy) as refusal:
            closed = isinstance(refusal, SessionClosed)
            assert closed == (session.closed_at is not None)
            assert closed or (busy and when_busy == "reject")
            return
        if when_busy != "interrupt" or sent.queued is not None:
            assert (sent.queued is not None) == busy
        self.said.add(message_id)
        if not twice:
            return
        before = self.dump(session.id)
        send_message(user_id=user_id, when_busy=when_busy, **more)
        assert self.dump(session.id) == before, "the same click counted twice"

    @precondition(lambda self: self.rarely() and any(m.role == "human" for m in self.view.messages))
    @rule(pick=PICK)
    def sends_other_words_under_an_old_id(self, pick: int) -> None:
        old = one_of([m for m in self.view.messages if m.role == "human"], pick)
        more = {"session_id": old.session_id, "message_id": old.id}
        try:
            send_message(user_id=self.owner, body=MessageBody(text="Other words."), **more)
        except IdempotencyMismatch:
            return
        raise AssertionError("one id stood for two messages")

    @precondition(lambda self: self.view.queued)
    @rule(
        pick=PICK,
        text=WORDS,
        place=st.integers(0, 3),
        strategy=st.sampled_from((None, None, "queue", "steer", "interrupt")),
        stale=st.booleans(),
    )
    def edits_a_queued_message(
        self, pick: int, text: str, place: int, strategy: str | None, stale: bool
    ) -> None:
        row = one_of(self.view.queued, pick)
        session = Session.objects.get(id=row.session_id)
        try:
            edit_queued(
                user_id=self.owner,
                session_id=row.session_id,
                queued_id=row.id,
                version=row.version + stale,
                text=None if place == 1 else text,
                position=place or None,
                strategy=strategy,
            )
        except Stale:
            assert stale
        except SessionClosed:
            assert session.closed_at is not None and strategy in ("steer", "interrupt")

    @precondition(lambda self: self.view.queued)
    @rule(pick=PICK)
    def withdraws_a_queued_message(self, pick: int) -> None:
        row = one_of(self.view.queued, pick)
        more = {"session_id": row.session_id, "queued_id": row.id}
        withdraw_queued(user_id=self.owner, **more)
        self.said.discard(row.id)

    @precondition(lambda self: self.rarely() and self.view.messages)
    @rule(pick=PICK)
    def withdraws_too_late(self, pick: int) -> None:
        row = one_of(self.view.messages, pick)
        try:
            withdraw_queued(user_id=self.owner, session_id=row.session_id, queued_id=row.id)
        except QueuedMessageGone:
            return
        raise AssertionError("a message was withdrawn after it was handed over")

    @precondition(lambda self: any(one.queue_paused for one in self.view.sessions))
    @rule(pick=PICK)
    def resumes_the_queue(self, pick: int) -> None:
        session = one_of([one for one in self.view.sessions if one.queue_paused], pick)
        resume_queue(user_id=self.owner, session_id=session.id)

    # ---- stopping, closing, deleting --------------------------------------------------------

    @precondition(lambda self: self.view.live)
    @rule(pick=PICK, twice=st.booleans())
    def stops_the_session(self, pick: int, twice: bool) -> None:
        run = one_of(self.view.runs_that_are("running") or self.view.live, pick)
        for _ in range(1 + twice):
            stop_session(user_id=self.owner, session_id=run.session_id)

    @precondition(lambda self: self.rarely() and self.view.sessions)
    @rule(pick=PICK, frozen=st.booleans())
    def closes_or_resumes_the_session(self, pick: int, frozen: bool) -> None:
        session = one_of(self.view.sessions, pick)
        self.frozen = frozen
        if session.closed_at is None:
            close_session(user_id=self.owner, session_id=session.id)
        else:
            resume_session(user_id=self.owner, session_id=session.id)

    @precondition(lambda self: self.rarely() and len(self.view.sessions) > 1)
    @rule(pick=PICK, frozen=st.booleans())
    def deletes_a_session(self, pick: int, frozen: bool) -> None:
        roots = [one for one in self.view.sessions if one.parent_id is None]
        others = [one for one in self.view.sessions if one.parent_id is not None]
        session = one_of(roots + others if len(roots) > 1 else others, pick)
        self.frozen = frozen
        delete_session(user_id=self.owner, session_id=session.id)
        ids = self.below(session)
        rows = (*self.view.messages, *self.view.queued)
        self.said -= {row.id for row in rows if row.session_id in ids}
        assert not Session.objects.filter(id__in=ids).exists()

    def below(self, session: Session) -> set[UUID]:
        """The session and all that were begun from it, at any depth."""
        ids = {session.id}
        for one in sorted(self.view.sessions, key=lambda found: found.depth):
            if one.parent_id in ids:
                ids.add(one.id)
        return ids

    @precondition(lambda self: self.rarely() and len(self.view.sessions) < 2)
    @rule(shared=st.booleans())
    def launches_a_session(self, shared: bool) -> None:
        self.launched("workspace" if shared else "private")

    @precondition(lambda self: self.rarely() and self.view.sessions)
    @rule(pick=PICK, shared=st.booleans())
    def changes_the_session(self, pick: int, shared: bool) -> None:
        session = one_of(self.view.sessions, pick)
        changes = {"visibility": "workspace" if shared else "private", "thinking": "low"}
        if pick % 2:
            changes["name"] = f"Name {next(self.numbers)}"
        if session.parent_id is not None:
            changes.pop("visibility")  # it is that of its parent
        update_session(user_id=self.owner, session_id=session.id, changes=changes)

    @precondition(lambda self: self.rarely() and self.view.sessions)
    @rule(pick=PICK)
    def a_stranger_finds_nothing(self, pick: int) -> None:
        session = one_of(self.view.sessions, pick)
        stranger: int = self.world.stranger.pk
        nowhere: UUID = session.id
        try:
            stop_session(user_id=stranger, session_id=nowhere)
        except NotFound:
            return
        raise AssertionError("a stranger reached the session")

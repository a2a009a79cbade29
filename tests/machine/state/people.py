"""Rules of people: they speak, change their minds, branch, stop, close and delete."""

from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.session._body import MessageBody
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.edit_queued import edit_queued
from agency.commands.session.regenerate import regenerate
from agency.commands.session.rename_branch import rename_branch
from agency.commands.session.resume_queue import resume_queue
from agency.commands.session.resume_session import resume_session
from agency.commands.session.send_message import send_message
from agency.commands.session.stop_session import stop_session
from agency.commands.session.switch_branch import switch_branch
from agency.commands.session.update_session import update_session
from agency.commands.session.withdraw_queued import withdraw_queued
from agency.errors import BranchLocked, QueuedMessageGone, SessionBusy, SessionClosed
from agency.models import Branch, Message, Session
from framework.core.errors import IdempotencyMismatch, NotFound, Stale
from framework.core.ids import uuid7
from tests.machine.state.base import PICK, Stage, one_of
from tests.machine.state.scene import dump

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
        when_busy=st.sampled_from(("queue", "queue", "reject")),
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
        assert (sent.queued is not None) == busy
        self.said.add(message_id)
        if not twice:
            return
        before = dump(session.id)
        send_message(user_id=user_id, when_busy=when_busy, **more)
        assert dump(session.id) == before, "the same click counted twice"

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
    @rule(pick=PICK, text=WORDS, place=st.integers(0, 3), stale=st.booleans())
    def edits_a_queued_message(self, pick: int, text: str, place: int, stale: bool) -> None:
        row = one_of(self.view.queued, pick)
        try:
            edit_queued(
                user_id=self.owner,
                session_id=row.session_id,
                queued_id=row.id,
                version=row.version + stale,
                text=None if place == 1 else text,
                position=place or None,
            )
        except Stale:
            assert stale

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
        ids = {one.id for one in self.view.sessions if session.id in (one.id, one.root_id)}
        self.session_ids = [one for one in self.session_ids if one not in ids]
        rows = (*self.view.messages, *self.view.queued)
        self.said -= {row.id for row in rows if row.session_id in ids}
        assert not Session.objects.filter(id__in=ids).exists()

    @precondition(lambda self: self.rarely() and len(self.view.sessions) < 2)
    @rule(shared=st.booleans())
    def launches_a_session(self, shared: bool) -> None:
        self.launched("workspace" if shared else "private")

    @precondition(lambda self: self.rarely() and self.view.sessions)
    @rule(pick=PICK, shared=st.booleans())
    def changes_the_session(self, pick: int, shared: bool) -> None:
        session = one_of(self.view.sessions, pick)
        changes = {"visibility": "workspace" if shared else "private", "thinking": "low"}
        if session.parent_id is not None:
            changes.pop("visibility")  # it is that of its parent
        update_session(user_id=self.owner, session_id=session.id, changes=changes)

    # ---- branches ---------------------------------------------------------------------------

    @precondition(lambda self: self.rarely() and any(m.role == "human" for m in self.view.messages))
    @rule(pick=PICK, frozen=st.booleans())
    def edits_a_message(self, pick: int, frozen: bool) -> None:
        old = one_of([m for m in self.view.messages if m.role == "human"], pick)
        self.frozen = frozen
        new_id, body = uuid7(), MessageBody(text="I meant this.")
        more = {"session_id": old.session_id, "message_id": old.id, "body": body}
        try:
            edit_message(user_id=self.owner, new_id=new_id, **more)
        except SessionClosed:
            return
        self.said.add(new_id)
        before = dump(old.session_id)
        edit_message(user_id=self.owner, new_id=new_id, **more)
        assert dump(old.session_id) == before, "the same edit counted twice"

    @precondition(lambda self: any(m.role == "ai" for m in self.view.messages))
    @rule(pick=PICK, frozen=st.booleans())
    def regenerates(self, pick: int, frozen: bool) -> None:
        old = one_of([m for m in self.view.messages if m.role == "ai"], pick)
        self.frozen = frozen
        try:
            regenerate(user_id=self.owner, session_id=old.session_id, message_id=old.id)
        except SessionClosed:
            return

    @precondition(lambda self: len(self.view.branches) > len(self.view.sessions))
    @rule(pick=PICK)
    def switches_the_branch(self, pick: int) -> None:
        branch = one_of(self.hidden_ones(), pick)
        try:
            switch_branch(user_id=self.owner, session_id=branch.session_id, branch_id=branch.id)
        except BranchLocked:
            assert self.view.live_of(branch.session_id) is not None

    def hidden_ones(self) -> list[Branch]:
        """Branches that are not shown now."""
        shown = {session.active_branch_id for session in self.view.sessions}
        return [branch for branch in self.view.branches if branch.id not in shown]

    @precondition(lambda self: self.rarely() and self.view.branches)
    @rule(pick=PICK)
    def renames_a_branch(self, pick: int) -> None:
        branch = one_of(self.view.branches, pick)
        more = {"session_id": branch.session_id, "branch_id": branch.id}
        rename_branch(user_id=self.owner, name=f"Name {next(self.numbers)}", **more)

    @precondition(lambda self: len(self.view.branches) > len(self.view.sessions))
    @rule(pick=PICK)
    def deletes_a_branch(self, pick: int) -> None:
        branch = one_of(self.hidden_ones(), pick)
        own = set(Message.objects.filter(branch=branch).values_list("id", flat=True))
        forked = branch.forks.exists()
        try:
            delete_branch(user_id=self.owner, session_id=branch.session_id, branch_id=branch.id)
        except BranchLocked:
            run = self.view.live_of(branch.session_id)
            assert run is not None and run.branch_id == branch.id
            return
        if not forked:
            self.said -= own

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

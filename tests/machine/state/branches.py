"""Rules of branches: people edit, ask again, travel back, switch, rename and delete."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.session._body import MessageBody
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.edit_message import edit_message
from agency.commands.session.fork_message import fork_message
from agency.commands.session.hide_branch import hide_branch
from agency.commands.session.regenerate import regenerate
from agency.commands.session.rename_branch import rename_branch
from agency.commands.session.switch_branch import switch_branch
from agency.errors import BranchLocked, SessionClosed
from agency.models import Branch, Message, ToolCall
from framework.core.ids import uuid7
from tests.machine.state.base import PICK, Stage, one_of

MOST_BRANCHES = 6


class BranchRules(Stage):
    """What the owner may do to the tree of messages at any moment."""

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
        before = self.dump(old.session_id)
        edit_message(user_id=self.owner, new_id=new_id, **more)
        assert self.dump(old.session_id) == before, "the same edit counted twice"

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

    @precondition(lambda self: self.rarely() and self.hidden_ones())
    @rule(pick=PICK, hidden=st.booleans())
    def hides_or_shows_a_branch(self, pick: int, hidden: bool) -> None:
        branch = one_of(self.hidden_ones(), pick)
        more = {"session_id": branch.session_id, "branch_id": branch.id}
        hide_branch(user_id=self.owner, hidden=hidden, **more)

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

    @precondition(
        lambda self: (
            self.steps % 3 == 1 and self.view.messages and len(self.view.branches) < MOST_BRANCHES
        )
    )
    @rule(pick=st.integers(0, 40), rerun=st.booleans(), frozen=st.booleans())
    def travels_back(self, pick: int, rerun: bool, frozen: bool) -> None:
        message = one_of(self.view.messages, pick)
        self.frozen = frozen
        branch_id, calls = uuid7(), ToolCall.objects.count()
        more = {"session_id": message.session_id, "message_id": message.id, "rerun": rerun}
        try:
            forked = fork_message(user_id=self.owner, branch_id=branch_id, **more)
        except SessionClosed:
            return
        except BranchLocked:
            assert not rerun and self.view.live_of(message.session_id) is not None
            return
        assert forked.branch.head_depth >= message.depth - 1
        assert ToolCall.objects.count() == calls, "a call before the fork is made again"
        before = self.dump(message.session_id)
        fork_message(user_id=self.owner, branch_id=branch_id, **more)
        assert self.dump(message.session_id) == before, "the same fork counted twice"

"""Clients that were open from the start: what they fold equals what a fresh one is shown."""

from uuid import UUID

from tests.fold import State, assert_kept_up, take
from tests.fold_me import assert_followed, take_own
from tests.machine.state.view import View, columns


class Clients:
    """A window for each session, and the session list and inbox of each person."""

    def __init__(self, user_ids: list[int]) -> None:
        self.windows: dict[UUID, State] = {}
        self.marks: dict[UUID, object] = {}
        self.lists: dict[int, State] = {user_id: take_own(user_id) for user_id in user_ids}

    def follow(self, view: View) -> None:
        """Read on from each cursor; raise AssertionError where a client fell behind.

        A session of which no row changed and nothing was told is left alone.
        """
        marks = {session.id: _mark(view, session.id) for session in view.sessions}
        for session_id, mark in marks.items():
            if session_id not in self.windows:
                self.windows[session_id] = take(session_id)
            elif mark != self.marks.get(session_id):
                assert_kept_up(self.windows[session_id], session_id)
        if marks != self.marks:
            for user_id, state in self.lists.items():
                assert_followed(state, user_id)
        self.marks = marks

    def look_again(self, session_ids: list[UUID]) -> None:
        """Reload: a rule has changed rows behind the product's back, as only time may."""
        self.windows = {session_id: take(session_id) for session_id in session_ids}
        self.lists = {user_id: take_own(user_id) for user_id in self.lists}


def _mark(view: View, session_id: UUID) -> object:
    """Changes whenever a row of the session does, or its stream."""
    rows = (view.branches, view.messages, view.queued, view.runs, view.calls, view.questions)
    own = [columns(row) for kind in rows for row in kind if row.session_id == session_id]
    session = next(one for one in view.sessions if one.id == session_id)
    return columns(session), own, view.told.get(str(session_id), 0)

"""Clients that were open from the start: what they fold equals what a fresh one is shown."""

from uuid import UUID

from tests.fold import State, assert_kept_up, take
from tests.fold_me import assert_followed, take_own


class Clients:
    """A window for each session, and the session list and inbox of each person."""

    def __init__(self, user_ids: list[int]) -> None:
        self.windows: dict[UUID, State] = {}
        self.lists: dict[int, State] = {user_id: take_own(user_id) for user_id in user_ids}

    def follow(self, session_ids: list[UUID]) -> None:
        """Read on from each cursor; raise AssertionError where a client fell behind."""
        for session_id in session_ids:
            if session_id in self.windows:
                assert_kept_up(self.windows[session_id], session_id)
            else:
                self.windows[session_id] = take(session_id)
        for user_id, state in self.lists.items():
            assert_followed(state, user_id)

    def look_again(self, session_ids: list[UUID]) -> None:
        """Reload: a rule has changed rows behind the product's back, as only time may."""
        self.windows = {session_id: take(session_id) for session_id in session_ids}
        self.lists = {user_id: take_own(user_id) for user_id in self.lists}

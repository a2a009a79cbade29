"""Clients that were open from the start: what they fold equals what a fresh one is shown.

Each client looks at every other step, as one does that hears of several things at once; at rest
all look.
"""

from collections import defaultdict
from typing import Any
from uuid import UUID

from framework.events.keys import session_stream, user_stream
from tests.fold import State, assert_folded, take
from tests.fold_me import assert_told, take_own
from tests.machine.state.view import Eyes, Same, View


class Clients:
    """A window for each session, and the session list and inbox of each person."""

    def __init__(self, eyes: Eyes, user_ids: list[int]) -> None:
        self.eyes = eyes
        self.user_ids = user_ids
        self.turn = 0
        self.windows: dict[UUID, State] = {}
        self.lists: dict[int, State] = {}
        self.seen: dict[object, Any] = {}
        self.unread: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.look_again()

    def look_again(self) -> None:
        """Reload: a rule has changed rows behind the product's back, as only time may."""
        view = self.eyes.look()
        self.eyes.frames()
        self.unread.clear()
        self.windows = {one.id: take(one.id) for one in view.sessions}
        self.lists = {user_id: take_own(user_id) for user_id in self.user_ids}
        self.seen = {one.id: view.of(one.id) for one in view.sessions}
        self.seen |= dict.fromkeys(self.user_ids, listed(view))

    def follow(self, all_of_them: bool = False) -> None:
        """Read on from each cursor; raise AssertionError where a client fell behind.

        A client of whose rows none changed and who was told nothing is left alone.
        """
        view = self.eyes.look()
        for stream, frames in self.eyes.frames().items():
            self.unread[stream] += frames
        self.turn += 1
        for place, session in enumerate(view.sessions):
            if all_of_them or (self.turn + place) % 2 == 0:
                self.window(session.id, view)
        for place, user_id in enumerate(self.lists):
            if all_of_them or (self.turn + place) % 2 == 0:
                self.list(user_id, view)

    def window(self, session_id: UUID, view: View) -> None:
        """One session's."""
        told = self.unread.pop(str(session_stream(session_id)), [])
        rows = view.of(session_id)
        if session_id not in self.windows:
            self.windows[session_id] = take(session_id)
        elif told or rows != self.seen.get(session_id):
            assert_folded(self.windows[session_id], told, session_id)
        self.seen[session_id] = rows

    def list(self, user_id: int, view: View) -> None:
        """One person's."""
        told, rows = self.unread.pop(str(user_stream(user_id)), []), listed(view)
        if told or rows != self.seen[user_id]:
            assert_told(self.lists[user_id], told, user_id)
        self.seen[user_id] = rows


def listed(view: View) -> list[Same]:
    """The rows that a person's lists are made of."""
    return [Same(row) for row in (*view.sessions, *view.pending)]

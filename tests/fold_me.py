"""The client's folds of the user's and the workspaces' streams, in Python.

The old view with the frames after its cursors must equal a fresh view. `take_own` is what the
user stream tells (session list, inbox); `take_me` adds what workspace streams tell.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from agency.models.session import UNLISTED_KINDS
from agency.queries.inbox import inbox
from agency.queries.me_snapshot import me_snapshot, newest_sessions
from agency.queries.records import session_record
from framework.events.keys import StreamKey, user_stream
from framework.events.replay import cursors, events_after

State = dict[str, Any]
LISTS = ("agents", "models", "providers", "modes")


def take_own(user_id: int) -> State:
    """The session list and the inbox by id, and the user stream's cursor."""
    return {
        "sessions": {str(row.id): session_record(row) for row in newest_sessions(user_id)},
        "interruptions": {row["id"]: row for row in inbox(user_id)},
        "cursor": cursors([user_stream(user_id)]),
    }


def take_me(user_id: int) -> State:
    """The whole snapshot that the interface starts with, its lists by id."""
    return by_id(me_snapshot(user_id))


def by_id(shown: State) -> State:
    """A snapshot, as it came over the wire, in the shape that is folded."""
    names = ("sessions", "interruptions", "workspaces", *LISTS)
    return {name: {row["id"]: row for row in shown[name]} for name in names} | {
        "me": shown["me"],
        "cursor": shown["cursor"],
    }


def _session(state: State, data: State) -> None:
    session = data["session"]
    if session["kind"] not in UNLISTED_KINDS:
        state["sessions"][session["id"]] = session
    for row in state["interruptions"].values():
        if row["session_id"] == session["id"]:
            row |= {"session_name": session["name"], "agent_name": session["agent_name"]}


def _deleted(state: State, data: State) -> None:
    gone = data["session_id"]
    state["sessions"].pop(gone, None)
    state["interruptions"] = {
        key: row for key, row in state["interruptions"].items() if row["session_id"] != gone
    }


def _opened(state: State, data: State) -> None:
    state["interruptions"][data["interruption"]["id"]] = data["interruption"]


def _resolved(state: State, data: State) -> None:
    state["interruptions"].pop(data["interruption"]["id"], None)


FOLDS: dict[str, Callable[[State, State], None]] = {
    "session_status": _session,
    "session_updated": _session,
    "session_closed": _session,
    "name_updated": _session,
    "session_deleted": _deleted,
    "interruption_opened": _opened,
    "interruption_resolved": _resolved,
}


def _catalogue(state: State, payload: State) -> None:
    """An envelope replaces, adds or removes one record of its resource."""
    rows = state.get(f"{payload['resource']}s")
    if rows is None:
        return  # a list that this view does not hold
    if payload["action"] == "deleted":
        rows.pop(payload["id"], None)
    else:
        rows[payload["id"]] = rows.get(payload["id"], {}) | payload["record"]


def fold_me(state: State, frames: list[State]) -> State:
    """Apply the frames of user and workspace streams in order; a hole is an error."""
    for frame in frames:
        stream, seq = frame["stream"], frame["seq"]
        assert seq == state["cursor"][stream] + 1, f"hole before {stream}#{seq}"
        state["cursor"][stream] = seq
        if "payload" in frame:
            _catalogue(state, frame["payload"])
        else:
            FOLDS[frame["event"]](state, frame["data"])
    return state


def frames_after(cursor: dict[str, int]) -> list[State]:
    """Everything that the streams of the cursor tell beyond it."""
    frames: list[State] = []
    for stream, seq in cursor.items():
        while page := events_after(StreamKey.parse(stream), seq):
            frames += page
            seq = page[-1]["seq"]
    return frames


def assert_followed(old: State, user_id: int) -> None:
    """The old view, folded, equals a fresh one; `old` is then the newer view."""
    assert_told(old, frames_after(old["cursor"]), user_id)


def assert_told(old: State, frames: list[State], user_id: int) -> None:
    """The same, of the frames that were told since."""
    fold_me(old, frames)
    fresh = take_me(user_id) if "me" in old else take_own(user_id)
    for name in fresh:
        assert old[name] == fresh[name], f"{name} of user {user_id} did not keep up"


@contextmanager
def lists_keep_up(*user_ids: int) -> Iterator[None]:
    """Whatever is done inside tells these people's interfaces enough to follow."""
    old = {user_id: take_me(user_id) for user_id in user_ids}
    yield
    for user_id, state in old.items():
        assert_followed(state, user_id)

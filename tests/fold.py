"""The client's fold in Python, to hold commands to the law that the snapshot keeps up.

An old snapshot with the events after its cursor must equal a fresh snapshot.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from agency.models import Session
from agency.queries.session_snapshot import NEWEST_CHILDREN, NEWEST_RUNS, snapshot_of
from framework.events.keys import session_stream
from framework.events.replay import events_after

State = dict[str, Any]


def _put(rows: list[State], row: State) -> None:
    for index, old in enumerate(rows):
        if old["id"] == row["id"]:
            rows[index] = row
            return
    rows.append(row)


def _session(state: State, data: State) -> None:
    if data["session"]["id"] != state["session"]["id"]:
        _put(state["children"], data["session"])
        return
    session = state["session"] = data["session"]
    for row in state["interruptions"]:
        row |= {"session_name": session["name"], "agent_name": session["agent_name"]}


def _branch_created(state: State, data: State) -> None:
    _put(state["branches"], data["branch"])
    _page(state, data)


def _branch_switched(state: State, data: State) -> None:
    state["branches"] = data["branches"]
    state["runs"] = data["runs"]
    _page(state, data)


def _page(state: State, data: State) -> None:
    state["session"]["active_branch_id"] = data["active_branch_id"]
    state["messages"] = list(data["messages"])
    state["has_older"] = data["has_older"]
    state["tool_calls"] = list(data["tool_calls"])
    state["tool_groups"] = list(data["tool_groups"])
    state["context"] = data["context"]


def _queue(state: State, data: State) -> None:
    state["queue"] = data["queue"]


def _run(state: State, data: State) -> None:
    _put(state["runs"], data["run"])
    state["runs"] = state["runs"][-NEWEST_RUNS:]


def _call(state: State, data: State) -> None:
    _put(state["tool_calls"], data["tool_call"])


def _usage(state: State, data: State) -> None:
    state["usage"] = data["usage"]
    state["context"] = state["context"] | data["context"]


def _compacted(state: State, data: State) -> None:
    state["context"] = data["context"]


def _opened(state: State, data: State) -> None:
    _put(state["interruptions"], data["interruption"])


def _resolved(state: State, data: State) -> None:
    gone = data["interruption"]["id"]
    state["interruptions"] = [one for one in state["interruptions"] if one["id"] != gone]


def _child(state: State, data: State) -> None:
    _put(state["children"], data["child"])


def _deleted(state: State, data: State) -> None:
    """A child went; a session that goes itself is told elsewhere."""
    state["children"] = [one for one in state["children"] if one["id"] != data["session_id"]]


def _group(state: State, data: State) -> None:
    _put(state["tool_groups"], data["tool_group"])


def _nothing(state: State, data: State) -> None:
    """The step's marks change no row of the snapshot."""


FOLDS: dict[str, Callable[[State, State], None]] = {
    "session_status": _session,
    "session_updated": _session,
    "session_closed": _session,
    "name_updated": _session,
    "session_deleted": _deleted,
    "branch_created": _branch_created,
    "branch_switched": _branch_switched,
    "queue_changed": _queue,
    "run_start": _run,
    "run_waiting": _run,
    "run_retrying": _run,
    "run_end": _run,
    "step_start": _nothing,
    "step_end": _nothing,
    "tool_call": _call,
    "tool_result": _call,
    "usage": _usage,
    "interruption_opened": _opened,
    "interruption_resolved": _resolved,
    "group_meta_updated": _group,
    "child_started": _child,
    "child_ended": _child,
    "context_compacted": _compacted,
}


def _message(state: State, frame: State) -> None:
    """A message joins the path when it stands on the shown branch."""
    row = {k: v for k, v in frame.items() if k not in ("type", "stream", "seq")}
    if row["branch_id"] != state["session"]["active_branch_id"]:
        for branch in state["branches"]:
            if branch["id"] == row["branch_id"]:
                branch["head_depth"] = max(branch["head_depth"], row["depth"])
        return
    _put(state["messages"], row)
    for branch in state["branches"]:
        if branch["id"] == row["branch_id"]:
            branch["head_depth"] = max(branch["head_depth"], row["depth"])


def fold(state: State, frames: list[State]) -> State:
    """Apply the frames in order; a hole is an error."""
    for frame in frames:
        stream, seq = frame["stream"], frame["seq"]
        assert seq == state["cursor"][stream] + 1, f"hole before {stream}#{seq}"
        state["cursor"][stream] = seq
        if frame.get("type") == "message":
            _message(state, frame)
        else:
            FOLDS[frame["event"]](state, frame["data"])
    return state


def same_window(old: State, fresh: State) -> tuple[State, State]:
    """Both cut to the messages that the fresh page shows."""
    shown = {one["id"] for one in fresh["messages"]}
    folded = dict(old)
    folded["messages"] = [one for one in old["messages"] if one["id"] in shown]
    folded["has_older"] = fresh["has_older"]
    turns = {one["id"] for one in fresh["messages"] if one["role"] == "ai"}
    folded["tool_calls"] = [one for one in old["tool_calls"] if one["message_id"] in turns]
    folded["tool_groups"] = [one for one in old["tool_groups"] if one["message_id"] in turns]
    children = {one["id"] for one in fresh["children"]}
    gone = [one for one in old["children"] if one["id"] not in children]
    assert not gone or len(children) == NEWEST_CHILDREN, "a child that is gone is still shown"
    folded["children"] = [one for one in old["children"] if one["id"] in children]
    return _sorted(folded), _sorted(fresh)


def _sorted(state: State) -> State:
    rows = ("tool_calls", "runs", "branches", "interruptions", "tool_groups", "children")
    return state | {name: sorted(state[name], key=lambda one: one["id"]) for name in rows}


def take(session_id: UUID) -> State:
    """A snapshot taken now."""
    return snapshot_of(Session.objects.select_related("agent").get(id=session_id))


def assert_kept_up(old: State, session_id: UUID) -> None:
    """The old snapshot, folded, equals a fresh one."""
    key = session_stream(session_id)
    frames: list[State] = []
    cursor = old["cursor"][str(key)]
    while page := events_after(key, cursor):
        frames += page
        cursor = page[-1]["seq"]
    assert_folded(old, frames, session_id)


def assert_folded(old: State, frames: list[State], session_id: UUID) -> None:
    """The old snapshot with these frames, all that were told since, equals a fresh one."""
    folded, fresh = same_window(fold(old, frames), take(session_id))
    for name in fresh:
        assert folded[name] == fresh[name], f"{name} did not keep up"


@contextmanager
def snapshot_keeps_up(session_id: UUID) -> Iterator[None]:
    """Whatever is done inside tells clients enough to follow."""
    old = take(session_id)
    yield
    assert_kept_up(old, session_id)

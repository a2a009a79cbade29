"""What a client may send, and how a socket answers what it may not."""

import json
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.contract.people import Crowd
from tests.contract.socket_client import Line, close_code, named, opened
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
NOBODY = "00000000-0000-0000-0000-000000000000"
INVALID: list[Any] = [
    "",
    "{",
    "[]",
    "1",
    "null",
    '{"message": NaN}',
    '{"message": "a\\u0000b"}',
    '{"message": "\\ud800"}',
    "[" * 5_000,
    '{"a":' * 40 + "1" + "}" * 40,
    "{}",
    {"action": "nope"},
    {"action": 5},
    {"action": "stop"},
    {"action": "stop", "data": 5},
    {"action": "stop", "data": {"session_id": "x"}},
    {"action": "typing"},
    {"action": "click", "data": {}},
    {"subscribe": []},
    {"subscribe": {"x": 1}},
    {"subscribe": {f"session.{NOBODY}": -1}},
    {"subscribe": {f"session.{NOBODY}": True}},
    {"subscribe": {f"session.{NOBODY}": 2**63}},
    {"unsubscribe": {}},
    {"message": 1},
    {"message": "x", "unknown": 1},
    {"message": "x", "text": "y"},
    {"message": "x", "ref": {}},
    {"interruption": {"id": "x", "answer": {"text": "y"}}},
    {"interruption": {"id": NOBODY, "answer": {}}},
    b"binary",
]


def is_alive(line: Line) -> bool:
    """Whether the socket still answers."""
    line.send({"action": "ping", "ref": "alive"})
    return bool(line.until(named("pong", ref="alive")))


def test_what_makes_no_sense_gets_an_error_and_the_socket_stays(stack: Stack, crowd: Crowd) -> None:
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.next()
        for frame in INVALID:
            line.send(frame)
            refused = line.until(named("error"))
            assert refused["code"] == "invalid", frame
            assert refused["status"] == 400
            assert refused["title"]
        assert is_alive(line)


def test_ping_is_answered_with_pong_on_every_socket(stack: Stack, crowd: Crowd) -> None:
    for path in ("/channel/", "/channel/task/", "/channel/thread/"):
        with opened(stack.socket_url, crowd.staff.token, path=path) as line:
            line.send({"action": "ping"})
            assert line.until(named("pong")) == {"type": "pong"}


def test_an_error_carries_the_ref_of_its_frame(stack: Stack, crowd: Crowd) -> None:
    with opened(stack.socket_url, crowd.owner.token) as line:
        refused = line.ask({"message": "hello", "session_id": NOBODY, "ref": "mine"})
        assert (refused["code"], refused["ref"]) == ("not_found", "mine")
        assert line.ask({"action": "stop", "data": {}, "ref": 7})["ref"] == 7


def test_a_message_goes_through_the_same_command_as_rest(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    with opened(stack.socket_url, crowd.owner.token) as line:
        ack = line.ask({"message": "Show me a table.", "thread_id": session})
        assert ack["status"] == 202
        assert ack["session_id"] == ack["thread_id"] == session
        path = crowd.owner.call("GET", f"/api/session/{session}/message/")["messages"]
        assert path[0] == ack["data"]["message"]


def test_a_message_without_a_session_goes_to_the_standing_conversation(stack: Stack) -> None:
    name, token = stack.person()
    with opened(stack.socket_url, token) as line:
        first = line.ask({"message": "hello"})
        second = line.ask({"message": "again"})
        assert first["session_id"] == second["session_id"]
        session = stack.call("GET", f"/api/session/{first['session_id']}/", token=token)["session"]
        assert session["kind"] == "standing", name


def test_a_repeat_by_ref_gets_the_first_result(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    frame = {"message": "Show me a table.", "session_id": session, "ref": "again"}
    with opened(stack.socket_url, crowd.owner.token) as line:
        first = line.ask(frame)
    with opened(stack.socket_url, crowd.owner.token) as line:
        assert line.ask(frame)["data"]["message"] == first["data"]["message"]
        mismatch = line.ask({**frame, "message": "Something else."})
        assert (mismatch["type"], mismatch["code"]) == ("error", "idempotency_mismatch")
    path = crowd.owner.call("GET", f"/api/session/{session}/message/")["messages"]
    assert len([one for one in path if one["role"] == "human"]) == 1


def test_a_repeat_by_message_id_gets_the_first_result_on_both_doors(
    stack: Stack, crowd: Crowd
) -> None:
    session = crowd.session()
    identity = "0192aaaa-0000-7000-8000-" + crowd.session()[-12:]
    frame = {"message": "hello", "id": identity, "session_id": session, "ref": identity}
    with opened(stack.socket_url, crowd.owner.token) as line:
        first = line.ask(frame)["data"]["message"]
        body = {"text": "hello", "id": identity}
        again = crowd.owner.call("POST", f"/api/session/{session}/message/", body)["message"]
        assert again == first
        mismatch = line.ask({**frame, "message": "other"})
        assert mismatch["code"] == "idempotency_mismatch"


def test_edit_regenerate_switch_and_stop_work_on_the_socket(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.ask({"subscribe": {stream: 0}})
        sent = line.ask({"message": "Show me a table.", "session_id": session})
        line.until(named("run_end", stream=stream), 30)
        here = {"session_id": session, "message_id": sent["data"]["message"]["id"]}
        edited = line.ask({"action": "edit", "data": {**here, "text": "Show me some code."}})
        assert edited["data"]["message"]["branch_id"] != sent["data"]["message"]["branch_id"]
        run = edited["data"]["run"]["id"]
        line.came(named("run_end", stream=stream, run_id=run), 30)
        answer = line.came(lambda one: one.get("role") == "ai" and one["run_id"] == run)
        there = {"session_id": session, "message_id": answer["id"]}
        again = line.ask({"action": "regenerate", "data": there})
        assert again["status"] == 202
        stopped = line.ask({"action": "stop", "data": {"session_id": session}})
        assert stopped["status"] == 202
        line.came(named("run_end", stream=stream, run_id=again["data"]["run"]["id"]), 30)
        back = {"session_id": session, "branch_id": sent["data"]["message"]["branch_id"]}
        switched = line.ask({"action": "switch_branch", "data": back})
        assert switched["data"]["active_branch_id"] == back["branch_id"]


def test_a_click_makes_the_request_that_its_button_names(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    with opened(stack.socket_url, crowd.owner.token) as line:
        click = {"id": "stop", "kwargs": {"session_id": session}}
        ack = line.ask({"action": "click", "data": click})
        assert (ack["type"], ack["data"]) == ("ack", {"run": None})
        unknown = line.ask({"action": "click", "data": {"id": "nothing"}})
        assert unknown["code"] == "not_found"
        for name in ([], {}, None, 5):
            refused = line.ask({"action": "click", "data": {"id": name}})
            assert refused["code"] == "not_found"


def test_typing_is_told_to_those_who_watch(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session(visibility="workspace")
    with (
        opened(stack.socket_url, crowd.owner.token) as watcher,
        opened(stack.socket_url, crowd.editor.token) as typist,
    ):
        watcher.ask({"subscribe": {f"session.{session}": 0}})
        typist.send({"action": "typing", "data": {"session_id": session}})
        told = watcher.until(named("typing"))
        assert (told["user_id"], told["session_id"]) == (crowd.editor.id, session)


def test_a_frame_beyond_the_limit_closes_with_1009(stack: Stack, crowd: Crowd) -> None:
    with (
        opened(stack.socket_url, crowd.owner.token) as large,
        opened(stack.socket_url, crowd.editor.token) as other,
    ):
        large.next()
        try:
            large.send("x" * (16 * 1024 * 1024 + 1))
            code = close_code(large)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else None
        assert code == 1009
        assert is_alive(other)


def test_a_large_frame_below_the_limit_is_answered(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    with opened(stack.socket_url, crowd.owner.token) as line:
        text = "y" * (15 * 1024 * 1024)
        line.send(json.dumps({"message": text, "session_id": session, "ref": "large"}))
        refused = line.until(named("error", ref="large"), 60)
        assert (refused["code"], refused["status"]) == ("payload_too_large", 413)


def test_a_thousand_frames_a_second_are_throttled_with_a_clear_frame(
    stack: Stack, crowd: Crowd
) -> None:
    with (
        opened(stack.socket_url, crowd.owner.token, max_queue=None) as busy,
        opened(stack.socket_url, crowd.editor.token) as other,
    ):
        busy.next()
        other.next()
        for number in range(1_000):
            busy.send({"action": "ping", "ref": number})
        begun = time.monotonic()
        assert is_alive(other)
        assert time.monotonic() - begun < 5
        answers = [busy.next() for _ in range(1_000)]
        refused = [one for one in answers if one.get("code") == "rate_limited"]
        assert 500 < len(refused) < 850
        assert {one["status"] for one in refused} == {429}
        assert sorted(one["ref"] for one in answers) == list(range(1_000))


def test_silent_sockets_stay_open(stack: Stack, crowd: Crowd) -> None:
    with (
        opened(stack.socket_url, crowd.owner.token) as first,
        opened(stack.socket_url, crowd.viewer.token) as second,
    ):
        first.next()
        second.next()
        with pytest.raises(TimeoutError):
            first.until(named("no such frame"), within=12)
        assert is_alive(first)
        assert is_alive(second)

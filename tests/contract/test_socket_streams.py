"""Frames arrive in order, once, and none is missing."""

import itertools
import urllib.error
from typing import Any

import pytest

from tests.contract.people import Crowd
from tests.contract.socket_client import Frame, Line, name_of, named, opened
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live


def numbers(frames: list[Frame], stream: str) -> list[int]:
    """The places of a stream's frames in the order of arrival."""
    return [frame["seq"] for frame in frames if frame.get("stream") == stream]


def ended(stream: str) -> Any:
    """The end of a run, as its session's stream tells it."""
    return lambda frame: name_of(frame) == "run_end" and frame["stream"] == stream


def say(line: Line, session: str, text: str) -> Frame:
    """Send a message and wait for its acknowledgement."""
    return line.ask({"message": text, "session_id": session})


def test_a_socket_follows_from_now_on_without_subscribing(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.next()
        crowd.owner.call("POST", f"/api/session/{session}/message/", {"text": "Show me a table."})
        line.until(ended(stream), 30)
        places = numbers(line.seen, stream)
        assert places == list(range(places[0], places[-1] + 1))
        assert not [one for one in line.seen if name_of(one).startswith("stream_")]


def test_a_session_begun_meanwhile_is_told_from_its_first_event(stack: Stack, crowd: Crowd) -> None:
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.next()
        made = crowd.owner.call(
            "POST", "/api/session/", {"agent": crowd.agent, "prompt": "Show me a table."}
        )
        stream = f"session.{made['id']}"
        line.until(ended(stream), 30)
        places = numbers(line.seen, stream)
        assert places == list(range(1, len(places) + 1))


def test_missed_frames_come_first_and_are_those_of_rest(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    for number in range(30):
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": f"Name {number}"})
    kept = crowd.owner.call("GET", f"/api/session/{session}/event/?since_id=3")["results"]
    with opened(stack.socket_url, crowd.owner.token) as line:
        ack = line.ask({"subscribe": {stream: 3}})
        assert [one for one in line.seen if one.get("stream") == stream] == kept
        assert ack["cursor"] == {stream: kept[-1]["seq"]}


def of(frames: list[Frame], stream: str) -> list[Frame]:
    """What was shown of a stream, as it was shown."""
    return [one for one in frames if one.get("stream") == stream]


def test_two_sockets_see_the_same_order_whatever_reconnects(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with opened(stack.socket_url, crowd.owner.token) as steady:
        steady.ask({"subscribe": {stream: 0}})
        say(steady, session, "Write a long answer, so that I can watch it stream.")
        pieces: list[Frame] = []
        for _ in range(6):
            with opened(stack.socket_url, crowd.owner.token) as shaky:
                since = max(numbers(pieces, stream), default=0)
                shaky.ask({"subscribe": {stream: since}})
                for _ in range(5):
                    shaky.next()
                pieces += of(shaky.seen, stream)
        steady.until(ended(stream), 60)
        with opened(stack.socket_url, crowd.owner.token) as last:
            since = numbers(pieces, stream)[-1]
            last.ask({"subscribe": {stream: since}})
            pieces += of(last.seen, stream)
        whole = of(steady.seen, stream)
        both = min(len(pieces), len(whole))
        assert pieces[:both] == whole[:both]
        assert numbers(pieces, stream) == list(range(1, len(pieces) + 1))


def test_the_text_so_far_and_the_deltas_make_the_message(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with (
        opened(stack.socket_url, crowd.owner.token) as writer,
        opened(stack.socket_url, crowd.owner.token) as late,
    ):
        writer.ask({"subscribe": {stream: 0}})
        say(writer, session, "Write a long answer, so that I can watch it stream.")
        for _ in range(10):
            writer.until(named("stream_delta"), 30)
        late.ask({"subscribe": {stream: 0}})
        for line in (writer, late):
            line.until(ended(stream), 60)
            assert written(line.seen) == said(line.seen)
        assert [one for one in late.seen if one["type"] == "stream_snapshot"]


def written(frames: list[Frame]) -> str:
    """The text that snapshots and deltas add up to; fails on a hole."""
    text = ""
    kinds: dict[int, str] = {}
    for frame in frames:
        if frame["type"] == "stream_delta":
            kinds.setdefault(frame["block"], frame.get("kind", "text"))
        if frame["type"] == "stream_snapshot":
            blocks = [one for one in frame["stream"]["blocks"] if one["kind"] == "text"]
            text = "".join(one["text"] for one in blocks)
        elif frame["type"] == "stream_delta" and kinds[frame["block"]] == "text":
            assert frame["offset"] <= len(text), "a delta is missing"
            text = text[: frame["offset"]] + frame["text"]
    return text


def said(frames: list[Frame]) -> str:
    """The text of the answer that stands."""
    answer = next(one for one in reversed(frames) if one.get("role") == "ai")
    if isinstance(answer["content"], str):
        return answer["content"]
    return "".join(one["text"] for one in answer["content"] if one["type"] == "text")


def test_text_comes_only_to_those_who_asked_for_it(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with (
        opened(stack.socket_url, crowd.owner.token) as asks,
        opened(stack.socket_url, crowd.owner.token) as leaves,
        opened(stack.socket_url, crowd.owner.token) as sends,
    ):
        asks.ask({"subscribe": {stream: 0}})
        leaves.ask({"subscribe": {stream: 0}})
        leaves.ask({"unsubscribe": [stream]})
        say(sends, session, "Write a long answer, so that I can watch it stream.")
        for line in (asks, leaves, sends):
            line.until(ended(stream), 60)
        deltas = [
            [one for one in line.seen if one["type"] == "stream_delta"]
            for line in (asks, leaves, sends)
        ]
        assert deltas[0]
        assert not deltas[1]
        assert deltas[2]


def test_what_is_not_yours_cannot_be_followed(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    wanted = [f"session.{session}", f"user.{crowd.owner.id}", f"workspace.{crowd.workspace}"]
    with opened(stack.socket_url, crowd.stranger.token) as line:
        line.next()
        for stream in wanted:
            refused = line.ask({"subscribe": {stream: 0}})
            assert (refused["type"], refused["code"]) == ("error", "not_found")
            assert refused["stream"] == stream
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": "Secret"})
        line.send({"action": "ping"})
        line.until(named("pong"))
        assert not [one for one in line.seen if one.get("stream") in wanted and "seq" in one]


def test_a_cursor_from_another_life_is_refused_and_following_goes_on(
    stack: Stack, crowd: Crowd
) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with opened(stack.socket_url, crowd.owner.token) as line:
        refused = line.ask({"subscribe": {stream: 1_000_000}})
        assert (refused["code"], refused["stream"]) == ("cursor_expired", stream)
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": "Goes on"})
        assert line.until(named("name_updated", stream=stream))


def test_a_shared_session_reaches_its_readers_until_it_is_private(
    stack: Stack, crowd: Crowd
) -> None:
    session = crowd.session(visibility="workspace")
    stream = f"session.{session}"
    with opened(stack.socket_url, crowd.viewer.token) as line:
        line.ask({"subscribe": {stream: 0}})
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": "Shared"})
        line.until(named("name_updated", stream=stream))
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"visibility": "private"})
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": "Secret"})
        refused = line.ask({"subscribe": {stream: 0}})
        assert refused["code"] == "not_found"
        assert "Secret" not in str(line.seen)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        crowd.viewer.call("GET", f"/api/session/{session}/")


def test_a_slow_client_misses_nothing(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    stream = f"session.{session}"
    with opened(stack.socket_url, crowd.owner.token, max_queue=2) as slow:
        slow.send({"subscribe": {stream: 0}})
        for number in range(40):
            text = f"{number} " + "x" * 95_000
            crowd.owner.call("PATCH", f"/api/session/{session}/", {"system_prompt": text})
        slow.until(lambda one: one.get("stream") == stream and one["seq"] == 41, 60)
        assert numbers(slow.seen, stream) == list(range(1, 42))


def test_the_user_stream_tells_of_deletion(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.next()
        crowd.owner.call("DELETE", f"/api/session/{session}/")
        told = line.until(named("session_deleted"))
        assert told["data"]["session_id"] == session
        assert told["stream"] == f"user.{crowd.owner.id}"


def test_the_catalogue_reaches_every_member(stack: Stack, crowd: Crowd) -> None:
    with (
        opened(stack.socket_url, crowd.viewer.token) as member,
        opened(stack.socket_url, crowd.stranger.token) as stranger,
    ):
        member.next()
        stranger.next()
        made = crowd.owner.call(
            "POST", "/api/agent/", {"name": "Fresh", "workspace_id": crowd.workspace}
        )
        told = member.until(named(f"agent.{made['id']}.catalog.created"))
        assert told["payload"]["record"] == made
        assert told["subject"] == {"type": "agent", "id": made["id"]}
        stranger.send({"action": "ping"})
        stranger.until(named("pong"))
        assert not [one for one in stranger.seen if "topic" in one]


def test_telemetry_sockets_forward_only_sessions(stack: Stack, crowd: Crowd) -> None:
    first, second = crowd.session(), crowd.session()
    with (
        opened(stack.socket_url, crowd.owner.token, path="/channel/thread/") as every,
        opened(stack.socket_url, crowd.owner.token, path=f"/channel/thread/{first}/") as one,
    ):
        for line in (every, one):
            line.send({"action": "ping"})
            line.until(named("pong"))
        for session in (second, first):
            crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": "Told"})
        assert one.until(named("name_updated"))["session_id"] == first
        told = [every.until(named("name_updated"))["session_id"] for _ in range(2)]
        assert told == [second, first]
        streams = {frame.get("stream", "") for frame in itertools.chain(every.seen, one.seen)}
        assert streams <= {"", f"session.{first}", f"session.{second}"}

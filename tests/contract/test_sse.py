"""Server-sent events: the same frames as sockets and REST, from any point on."""

import urllib.error

import pytest

from tests.contract.people import Crowd
from tests.contract.socket_client import named, opened
from tests.contract.sse_client import streaming
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live


def renamed(crowd: Crowd, session: str, *names: str) -> None:
    for name in names:
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": name})


def test_a_stream_begins_after_the_cursor_and_goes_on_live(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    renamed(crowd, session, "One", "Two")
    kept = crowd.owner.call("GET", f"/api/session/{session}/event/?since_id=2")["results"]
    path = f"/api/session/{session}/stream/?since_id=2"
    with streaming(stack, path, crowd.owner.token) as stream:
        assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
        stream.until(lambda frame: frame == kept[-1])
        assert stream.seen == kept
        renamed(crowd, session, "Three")
        told = stream.until(named("name_updated"))
        assert told["data"]["session"]["name"] == "Three"
        assert stream.ids == [frame["seq"] for frame in stream.seen]
        last = str(stream.ids[-1])
    renamed(crowd, session, "Missed")
    path = f"/api/session/{session}/stream/"
    with streaming(stack, path, crowd.owner.token, Last_Event_ID=last) as again:
        missed = again.until(named("name_updated"))
        assert missed["data"]["session"]["name"] == "Missed"
        assert again.ids[0] == int(last) + 1


def test_text_comes_while_it_is_written(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    path = f"/api/session/{session}/stream/"
    with streaming(stack, path, crowd.owner.token) as stream:
        crowd.owner.call("POST", f"/api/session/{session}/message/", {"text": "Show me a table."})
        stream.until(named("run_end"), 30)
        kinds = [frame.get("type") for frame in stream.seen]
        assert "stream_delta" in kinds
        places = [place for place in stream.ids if place is not None]
        assert places == list(range(1, len(places) + 1))


def test_a_quiet_stream_gives_a_sign_of_life(stack: Stack, crowd: Crowd) -> None:
    with streaming(stack, "/api/me/stream/", crowd.stranger.token) as stream:
        stream.until_comment("heartbeat")
        assert stream.seen == []


def test_the_person_and_the_workspace_have_streams_of_their_own(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    where = crowd.owner.call("GET", "/api/me/snapshot/")["cursor"]
    mine, ours = (f"user.{crowd.owner.id}", f"workspace.{crowd.workspace}")
    own_path = f"/api/me/stream/?since_id={where[mine]}"
    our_path = f"/api/workspace/{crowd.workspace}/stream/?since_id={where[ours]}"
    with (
        streaming(stack, own_path, crowd.owner.token) as own,
        streaming(stack, our_path, crowd.viewer.token) as shared,
    ):
        renamed(crowd, session, "Mine")
        assert own.until(named("name_updated"))["stream"] == mine
        made = crowd.owner.call(
            "POST", "/api/agent/", {"name": "Ours", "workspace_id": crowd.workspace}
        )
        told = shared.until(named(f"agent.{made['id']}.catalog.created"))
        assert told["stream"] == ours


@pytest.mark.parametrize(
    ("query", "status"), [("since_id=x", 400), ("since_id=-1", 400), ("since_id=1000000", 410)]
)
def test_a_cursor_that_makes_no_sense_is_refused(
    stack: Stack, crowd: Crowd, query: str, status: int
) -> None:
    path = f"/api/session/{crowd.session()}/stream/?{query}"
    with (
        pytest.raises(urllib.error.HTTPError) as refused,
        streaming(stack, path, crowd.owner.token),
    ):
        pass
    with refused.value as answer:
        assert answer.code == status


def test_a_revoked_key_ends_its_streams(stack: Stack, crowd: Crowd) -> None:
    made = crowd.owner.call("POST", "/api/token/", {"name": "short-lived"})
    with streaming(stack, "/api/me/stream/", made["token"]) as stream:
        crowd.owner.call("DELETE", f"/api/token/{made['id']}/")
        stream.until_closed(8)
    with opened(stack.socket_url, crowd.owner.token) as line:
        assert line.next()

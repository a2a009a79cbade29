"""Who loses sight of a session hears nothing more of it, on whatever connection."""

from collections.abc import Iterator

import pytest

from tests.contract.people import Crowd
from tests.contract.socket_client import Line, close_code, named, opened
from tests.contract.sse_client import Stream, streaming
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
LONG = "Write a long answer, so that I can watch it stream."


@pytest.fixture
def shared(crowd: Crowd) -> str:
    """A session that its workspace reads."""
    return crowd.session(visibility="workspace")


@pytest.fixture
def watching(stack: Stack, crowd: Crowd, shared: str) -> Iterator[tuple[Line, Line, Stream]]:
    """A viewer's product socket, telemetry socket and event stream of it."""
    token, path = crowd.viewer.token, f"/channel/thread/{shared}/"
    with (
        opened(stack.socket_url, token) as product,
        opened(stack.socket_url, token, path=path) as telemetry,
        streaming(stack, f"/api/session/{shared}/stream/", token) as stream,
    ):
        product.ask({"subscribe": {f"session.{shared}": 0}})
        telemetry.send({"action": "ping"})
        telemetry.until(named("pong"))
        stream.until(named("session_updated"))
        yield product, telemetry, stream


def test_a_session_made_private_is_silent_to_its_former_readers(
    crowd: Crowd, shared: str, watching: tuple[Line, Line, Stream]
) -> None:
    product, telemetry, stream = watching
    crowd.owner.call("PATCH", f"/api/session/{shared}/", {"visibility": "private"})
    crowd.owner.call("PATCH", f"/api/session/{shared}/", {"name": "Secret"})
    assert close_code(telemetry) == 4404
    stream.until_closed()
    product.until(named("session_deleted"))
    crowd.owner.call("POST", f"/api/session/{shared}/message/", {"text": LONG})
    with pytest.raises(TimeoutError):
        product.until(lambda frame: frame.get("session_id") == shared, within=3)
    for told in (product.seen, telemetry.seen, stream.seen):
        assert [one for one in told if "Secret" in str(one)] == []


def test_the_text_of_a_turn_stops_with_the_right_to_read_it(
    stack: Stack, crowd: Crowd, shared: str, watching: tuple[Line, Line, Stream]
) -> None:
    product, _, _ = watching
    crowd.owner.call("POST", f"/api/session/{shared}/message/", {"text": LONG})
    product.until(named("stream_delta"), 30)
    with opened(stack.socket_url, crowd.owner.token) as owner:
        owner.ask({"subscribe": {f"session.{shared}": 0}})
        crowd.owner.call("PATCH", f"/api/session/{shared}/", {"visibility": "private"})
        product.until(named("session_deleted"))
        product.ask({"unsubscribe": []})
        told = len(product.seen)
        owner.until(named("run_end"), 60)
        product.send({"action": "ping"})
        product.until(named("pong"))
    late = product.seen[told:]
    assert [one for one in late if one.get("session_id") == shared] == []
    assert [one for one in late if one["type"] == "stream_delta"] == []


def test_the_text_goes_on_for_those_who_may_still_read_it(
    stack: Stack, crowd: Crowd, shared: str, watching: tuple[Line, Line, Stream]
) -> None:
    product, _, _ = watching
    other = crowd.session(visibility="workspace")
    crowd.owner.call("POST", f"/api/session/{shared}/message/", {"text": LONG})
    product.until(named("stream_delta"), 30)
    crowd.owner.call("PATCH", f"/api/session/{other}/", {"visibility": "private"})
    product.until(named("session_deleted"))
    ended = product.until(named("run_end"), 60)
    assert ended["session_id"] == shared
    deltas = [one for one in product.seen if one.get("type") == "stream_delta"]
    assert deltas


def test_a_removed_member_hears_nothing_more_of_the_workspace(
    stack: Stack, crowd: Crowd, shared: str
) -> None:
    body = {"username": crowd.stranger.username, "role": "viewer"}
    place = f"/api/workspace/{crowd.workspace}/member/"
    member = crowd.owner.call("POST", place, body)["id"]
    path = f"/channel/thread/{shared}/"
    with (
        opened(stack.socket_url, crowd.stranger.token) as product,
        opened(stack.socket_url, crowd.stranger.token, path=path) as telemetry,
    ):
        product.ask({"subscribe": {f"workspace.{crowd.workspace}": 0}})
        crowd.owner.call("DELETE", f"{place}{member}/")
        assert close_code(telemetry) == 4404
        made = crowd.owner.call(
            "POST", "/api/agent/", {"name": "Hidden", "workspace_id": crowd.workspace}
        )
        with pytest.raises(TimeoutError):
            product.until(lambda frame: made["id"] in str(frame), within=3)

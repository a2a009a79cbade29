"""Server-sent events: what was missed, then what happens, with the same JSON as everywhere."""

import contextlib
import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.contract.people import Crowd, Person
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live


class Feed:
    """One open event stream."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response

    def line(self) -> str:
        """The next line that is not blank."""
        while not (text := self.response.readline().decode().rstrip("\n")):
            pass
        return text

    def event(self) -> tuple[int | None, dict[str, Any]]:
        """The next event: its id, and its frame."""
        seq = None
        while not (text := self.line()).startswith("data: "):
            if text.startswith("id: "):
                seq = int(text[4:])
        return seq, json.loads(text[6:])


@contextmanager
def feed(person: Person, path: str, **headers: str) -> Iterator[Feed]:
    """The open stream of an address."""
    line = http.client.HTTPConnection("127.0.0.1", person.stack.port, timeout=40)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request("GET", path, headers={"Authorization": f"Bearer {person.token}", **headers})
    response = line.getresponse()
    try:
        assert response.status == 200, response.read()
        assert response.getheader("Content-Type", "").startswith("text/event-stream")
        yield Feed(response)
    finally:
        line.close()


def test_missed_events_come_first_and_then_new_ones(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    path = f"/api/session/{session}/"
    for number in range(3):
        crowd.owner.call("PATCH", path, {"name": f"Name {number}"})
    kept = crowd.owner.call("GET", f"{path}event/?since_id=2")["results"]
    with feed(crowd.owner, f"{path}stream/?since_id=2") as events:
        assert [events.event() for _ in kept] == [(one["seq"], one) for one in kept]
        crowd.owner.call("PATCH", path, {"name": "Later"})
        seq, frame = events.event()
        assert (seq, frame["data"]["session"]["name"]) == (kept[-1]["seq"] + 1, "Later")


def test_a_browser_that_reconnects_goes_on_after_its_last_event(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    path = f"/api/session/{session}/"
    for number in range(3):
        crowd.owner.call("PATCH", path, {"name": f"Name {number}"})
    with feed(crowd.owner, f"{path}stream/?since_id=0", Last_Event_ID="3") as events:
        assert events.event()[0] == 4


def test_the_text_of_a_session_comes_along(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    path = f"/api/session/{session}/"
    with feed(crowd.owner, f"{path}stream/") as events:
        crowd.owner.call("POST", f"{path}message/", {"text": "Write a short poem."})
        frames = []
        while not frames or frames[-1].get("event") != "run_end":
            frames.append(events.event()[1])
        assert "stream_delta" in {one["type"] for one in frames}
        places = [one["seq"] for one in frames if "seq" in one]
        assert places == list(range(1, len(places) + 1))


def test_each_kind_of_stream_tells_only_of_its_own(stack: Stack, crowd: Crowd) -> None:
    me, room = "/api/me/", f"/api/workspace/{crowd.workspace}/"
    cursors = crowd.owner.call("GET", "/api/me/snapshot/")["cursor"]
    mine, ours = f"user.{crowd.owner.id}", f"workspace.{crowd.workspace}"
    with (
        feed(crowd.owner, f"{me}stream/?since_id={cursors[mine]}") as personal,
        feed(crowd.viewer, f"{room}stream/?since_id={cursors[ours]}") as shared,
    ):
        crowd.owner.call("PATCH", f"/api/session/{crowd.session()}/", {"name": "Told"})
        made = crowd.owner.call(
            "POST", "/api/skill/", {"name": "Told", "workspace_id": crowd.workspace}
        )
        assert personal.event()[1]["stream"] == mine
        assert shared.event()[1]["topic"] == f"skill.{made['id']}.catalog.created"


def test_a_quiet_stream_beats_and_holds_no_database_connection(stack: Stack, crowd: Crowd) -> None:
    session = crowd.session()
    with psycopg.connect(stack.database_url, autocommit=True) as line:

        def connections() -> int:
            row = line.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND state LIKE 'idle in%'"
            ).fetchone()
            assert row is not None
            return int(row[0])

        with feed(crowd.owner, f"/api/session/{session}/stream/?since_id=1") as events:
            assert events.line() == ": connected"
            wait_until(lambda: connections() == 0, "rest of the database")
            assert events.line() == ": heartbeat"


def test_a_stream_ends_when_its_token_is_revoked(stack: Stack, crowd: Crowd) -> None:
    made = crowd.editor.call("POST", "/api/token/", {"name": "short"})
    person = Person(crowd.editor.id, crowd.editor.username, made["token"], stack)
    with feed(person, "/api/me/stream/") as events:
        crowd.editor.call("DELETE", f"/api/token/{made['id']}/")
        assert events.response.read() is not None


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("since_id=x", 400, "invalid"),
        ("since_id=-1", 400, "invalid"),
        ("since_id=999999", 410, "cursor_expired"),
    ],
)
def test_a_cursor_that_cannot_be_followed_is_refused_before_the_stream_begins(
    stack: Stack, crowd: Crowd, query: str, status: int, code: str
) -> None:
    assert refusal(crowd.owner, f"/api/session/{crowd.session()}/stream/?{query}") == (status, code)


def test_a_stream_of_others_is_not_there(stack: Stack, crowd: Crowd) -> None:
    path = f"/api/session/{crowd.session()}/stream/"
    assert refusal(crowd.stranger, path) == (404, "not_found")
    nobody = Person(0, "", "agency_unknown", stack)
    assert refusal(nobody, path) == (401, "not_authenticated")


def refusal(person: Person, path: str) -> tuple[int, str]:
    """Status and code of the problem that an address answers with."""
    where = ("127.0.0.1", person.stack.port)
    with contextlib.closing(http.client.HTTPConnection(*where, timeout=20)) as line:
        line.request("GET", path, headers={"Authorization": f"Bearer {person.token}"})
        response = line.getresponse()
        assert response.getheader("Content-Type") == "application/problem+json"
        return response.status, json.loads(response.read())["code"]

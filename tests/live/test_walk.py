"""The thirteen steps of docs/architecture.md, one message through the running product."""

import copy
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from framework.core.ids import uuid7
from tests.contract.people import Crowd, make_crowd
from tests.contract.socket_client import Frame, Line, name_of, named, opened
from tests.fold import State, fold, same_window
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
WORDS = "Write a long answer, so that I can watch it stream."
KEPT = (
    "SELECT e.seq, e.frame FROM events_event e JOIN events_stream s ON s.id = e.stream_id"
    " WHERE s.kind = 'session' AND s.subject = %s ORDER BY e.seq"
)
TASKS = "SELECT * FROM agency_taskrecord WHERE run_id = %s AND state = 'success'"


@pytest.fixture(scope="module")
def people(stack: Stack) -> Crowd:
    """Those of one workspace with a demo model."""
    return make_crowd(stack)


@dataclass
class Walk:
    """One message on its way, and what was seen of it."""

    stack: Stack
    people: Crowd
    session: str
    before: State
    message: str = field(default_factory=lambda: str(uuid7()))
    run: str = ""
    delta: Frame = field(default_factory=dict)
    shown: list[Frame] = field(default_factory=list)

    @property
    def stream(self) -> str:
        return f"session.{self.session}"

    @property
    def first(self) -> int:
        """The first number after the snapshot."""
        return int(self.before["cursor"][self.stream]) + 1

    def get(self, path: str) -> Any:
        return self.people.owner.call("GET", path)

    def rows(self, query: str, value: str) -> list[dict[str, Any]]:
        """What stands in the database now."""
        with psycopg.connect(self.stack.database_url, row_factory=dict_row) as line:
            return line.execute(query, [value]).fetchall()

    def durable(self, line: Line) -> list[Frame]:
        """The session's numbered frames, as this socket was shown them."""
        return [one for one in line.seen if one.get("stream") == self.stream]

    def is_sent_and_stands_once(self, tab: Line) -> None:
        """1 to 4: the client mints the id, one command answers it and its repeat, rows stand."""
        frame = {"message": WORDS, "session_id": self.session}
        frame |= {"id": self.message, "ref": self.message}
        ack = tab.ask(frame)
        assert (ack["status"], ack["data"]["message"]["id"]) == (202, self.message)
        assert tab.ask(frame)["data"]["message"] == ack["data"]["message"]
        self.run = ack["data"]["run"]["id"]
        [said] = self.rows("SELECT * FROM agency_message WHERE id = %s", self.message)
        assert (str(said["session_id"]), said["role"]) == (self.session, "human")
        runs = self.rows("SELECT * FROM agency_run WHERE session_id = %s", self.session)
        assert [str(row["id"]) for row in runs] == [self.run]

    def is_told_and_answered(self, tab: Line, other: Line) -> None:
        """6, 10, 12: groups tell every tab, text streams, numbers come once and in order."""
        assert other.came(named("message", id=self.message))["role"] == "human"
        started = tab.came(named("stream_start", session_id=self.session), 30)
        self.delta = tab.came(named("stream_delta", message_id=started["message_id"]), 30)
        assert {"message_id", "block", "offset", "text"} <= set(self.delta)
        ended = tab.until(named("run_end", stream=self.stream), 60)
        assert ended["data"]["run"]["status"] == "done"
        other.came(named("run_end", stream=self.stream), 60)
        self.shown = self.durable(tab)
        numbers = [one["seq"] for one in self.shown]
        assert numbers == list(range(self.first, self.first + len(numbers)))
        assert self.durable(other)[: len(numbers)] == self.shown

    def was_told_by_rows(self) -> None:
        """5: the frames are the event rows as they stand; deltas are in no table."""
        kept = [row["frame"] for row in self.rows(KEPT, self.session) if row["seq"] >= self.first]
        assert kept[: len(self.shown)] == self.shown
        assert not [one for one in kept if name_of(one).startswith("stream_")]

    def was_worked_on(self) -> None:
        """7 to 9: a hint brought it to a worker, who claimed it once and drove it to its end."""
        wait_until(lambda: bool(self.rows(TASKS, self.run)), "the task's record")
        [task] = self.rows(TASKS, self.run)
        kept = self.people.staff.call("GET", f"/api/task/{task['task_id']}/")
        assert (kept["state"], kept["run_id"]) == ("success", self.run)
        [run] = self.rows("SELECT * FROM agency_run WHERE id = %s", self.run)
        assert (run["status"], run["owner_id"], run["lost_count"]) == ("done", None, 0)
        assert run["fence"] >= 1
        assert self.get(f"/api/run/{self.run}/")["run"]["status"] == "done"

    def was_committed(self) -> None:
        """11: the answer stands under the id that its text was streamed with."""
        answer = next(one for one in self.shown if one.get("role") == "ai")
        assert (answer["id"], answer["parent_id"]) == (self.delta["message_id"], self.message)
        [call] = self.rows("SELECT * FROM agency_modelcall WHERE run_id = %s", self.run)
        assert call["state"] == "done"

    def is_folded(self) -> None:
        """12 and 13: who comes back is shown the same, and comes to what a fresh look shows."""
        with opened(self.stack.socket_url, self.people.owner.token) as back:
            back.ask({"subscribe": self.before["cursor"]})
            missed = self.durable(back)
        assert missed[: len(self.shown)] == self.shown
        folded = fold(copy.deepcopy(self.before), missed)
        folded, fresh = same_window(folded, self.get(f"/api/session/{self.session}/"))
        assert {name: folded[name] for name in fresh} == fresh


def test_a_message_walks_the_thirteen_steps(stack: Stack, people: Crowd) -> None:
    session = people.session()
    walk = Walk(stack, people, session, people.owner.call("GET", f"/api/session/{session}/"))
    with (
        opened(stack.socket_url, people.owner.token) as tab,
        opened(stack.socket_url, people.owner.token) as other,
    ):
        for line in (tab, other):
            line.ask({"subscribe": walk.before["cursor"]})
        walk.is_sent_and_stands_once(tab)
        walk.is_told_and_answered(tab, other)
    walk.was_told_by_rows()
    walk.was_worked_on()
    walk.was_committed()
    walk.is_folded()

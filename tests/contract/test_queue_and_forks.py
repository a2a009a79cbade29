"""What waits, and time travel: the same over REST and over the socket, bad input refused."""

from collections.abc import Callable
from typing import Any

import pytest

from agency.channel.consumer.actions import perform
from agency.models import Message, QueuedMessage, Session
from agency.queries import credentials
from framework.core.errors import AppError
from framework.core.ids import uuid7
from tests.contract.rest import Caller, problem
from tests.factories import World, answer_run, make_session, say

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(world: World) -> Session:
    """Busy: one message is being answered."""
    made = make_session(world)
    say(made, "Begin.")
    return made


@pytest.fixture
def rest(world: World, session: Session) -> Callable[..., Any]:
    """A call below the session's address."""
    caller = Caller(world.owner)

    def call(method: str, path: str, body: Any = None, **headers: str) -> Any:
        return caller(method, f"/api/session/{session.id}/{path}", body, **headers)

    return call


@pytest.fixture
def socket(world: World, session: Session) -> Callable[..., Any]:
    """An action on the socket; the status and data of its acknowledgement, or its refusal."""
    owner = world.owner
    person = credentials.Caller(owner.pk, owner.username, is_staff=False, epoch=owner.epoch)

    def act(action: str, ref: str | None = None, **data: Any) -> tuple[int, Any]:
        data = {"session_id": str(session.id), **data}
        try:
            answer = perform(person, action, data, ref)[1]
        except AppError as error:
            return error.status, error.code
        return answer.status, answer.body

    return act


def waiting(rest: Callable[..., Any], text: str, **more: Any) -> Any:
    return rest("POST", "message/", {"text": text, **more}).json()["queued"]


def test_each_strategy_is_taken_and_no_other(rest: Callable[..., Any]) -> None:
    for strategy in ("queue", "steer"):
        answer = rest("POST", "message/", {"text": "More.", "when_busy": strategy})
        assert (answer.status_code, answer.json()["queued"]["strategy"]) == (202, strategy)
    busy = rest("POST", "message/", {"text": "More.", "when_busy": "reject"})
    assert problem(busy) == (409, "session_busy")
    for bad in ("later", "", None, 5, ["steer"], "x" * 30):
        refused = rest("POST", "message/", {"text": "More.", "when_busy": bad})
        assert problem(refused) == (400, "invalid"), bad
        assert "when_busy" in refused.json()["errors"]
    now = rest("POST", "message/", {"text": "Now.", "when_busy": "interrupt"}).json()
    assert now["queued"] is None and now["run"]["status"] == "queued"


def test_the_queue_tells_whether_it_is_held_back(rest: Callable[..., Any]) -> None:
    waiting(rest, "One")
    assert rest("GET", "queue/").json()["queue_paused"] is False
    rest("POST", "stop/")
    shown = rest("GET", "queue/").json()
    assert (shown["queue_paused"], len(shown["results"])) == (True, 1)
    assert rest("POST", "queue/resume/").json()["run"]["status"] == "queued"


def test_a_waiting_message_changes_under_its_version(rest: Callable[..., Any]) -> None:
    row, other = waiting(rest, "One"), waiting(rest, "Two")
    place = f"queue/{row['id']}/"
    good = {"version": 1, "text": "Eins", "position": 2, "strategy": "steer"}
    changed = rest("PATCH", place, good).json()
    assert (changed["text"], changed["position"], changed["version"]) == ("Eins", 2, 2)
    assert [one["id"] for one in rest("GET", "queue/").json()["results"]] == [
        other["id"],
        row["id"],
    ]
    stale = rest("PATCH", place, good)
    assert problem(stale) == (409, "stale") and stale.json()["current"]["version"] == 2
    bad: list[dict[str, Any]] = [
        {"text": "No version"},
        {"version": 2, "strategy": "reject"},
        {"version": 2, "strategy": "soon"},
        {"version": 2, "strategy": 5},
        {"version": 2, "position": 0},
        {"version": 2, "position": "first"},
        {"version": 2, "text": " "},
        {"version": 2, "text": "a\x00b"},
        {"version": 2, "unknown": 1},
    ]
    for body in bad:
        assert problem(rest("PATCH", place, body)) == (400, "invalid"), body
    assert QueuedMessage.objects.get(id=row["id"]).version == 2


def test_a_message_that_was_taken_is_gone_from_the_queue(
    rest: Callable[..., Any], session: Session
) -> None:
    row = waiting(rest, "One")
    sent = rest("PATCH", f"queue/{row['id']}/", {"version": 1, "strategy": "interrupt"})
    assert sent.status_code == 200 and sent.json()["id"] == row["id"]
    assert Message.objects.filter(id=row["id"]).exists()
    for method, body in (("PATCH", {"version": 2, "text": "Late"}), ("DELETE", None)):
        refused = rest(method, f"queue/{row['id']}/", body)
        assert problem(refused) == (409, "queued_message_gone")
    assert problem(rest("DELETE", f"queue/{uuid7()}/")) == (404, "not_found")


def test_a_fork_over_rest(rest: Callable[..., Any], session: Session) -> None:
    answer_run(session.runs.get(), "Done.")
    message = Message.objects.get(role="human")
    place = f"message/{message.id}/fork/"
    bad: list[Any] = [{"rerun": "perhaps"}, {"name": "x" * 121}, {"other": 1}, {"name": None}, []]
    for body in bad:
        assert problem(rest("POST", place, body)) == (400, "invalid"), body
    assert problem(rest("POST", f"message/{uuid7()}/fork/", {})) == (404, "not_found")
    assert session.branches.count() == 1
    plain = rest("POST", place, {"name": "Again"})
    assert plain.status_code == 202
    made = plain.json()
    assert (made["branch"]["name"], made["run"]) == ("Again", None)
    assert made["session"]["active_branch_id"] == made["branch"]["id"]
    first = rest("POST", place, {"rerun": True}, idempotency_key="k").json()
    assert first["run"]["branch_id"] == first["branch"]["id"]
    assert rest("POST", place, {"rerun": True}, idempotency_key="k").json() == first
    assert problem(rest("POST", place, {})) == (409, "branch_locked")
    assert session.branches.count() == 3


def test_the_socket_does_the_same(
    rest: Callable[..., Any], socket: Callable[..., Any], session: Session
) -> None:
    row, other = waiting(rest, "One"), waiting(rest, "Two")
    one = {"message_id": row["id"]}
    assert socket("edit_queued", **one, text="No version") == (400, "invalid")
    assert socket("edit_queued", **one, version=9, text="Stale") == (409, "stale")
    assert socket("edit_queued", **one, version=1, strategy="soon") == (400, "invalid")
    status, changed = socket("edit_queued", **one, version=1, position=2, text="Eins")
    assert (status, changed["text"], changed["position"]) == (200, "Eins", 2)
    assert socket("withdraw_queued", message_id=other["id"]) == (204, None)
    assert socket("withdraw_queued", message_id=other["id"]) == (404, "not_found")
    assert socket("stop")[0] == 202
    assert socket("resume_queue")[1]["run"]["status"] == "queued"
    assert socket("withdraw_queued", **one) == (409, "queued_message_gone")
    main = str(session.branches.get().id)
    assert socket("fork", **one) == (409, "branch_locked")
    assert socket("fork", **one, rerun="perhaps") == (400, "invalid")
    status, forked = socket("fork", ref="r", **one, rerun=True, name="Again")
    assert (status, forked["branch"]["name"]) == (202, "Again")
    assert socket("fork", ref="r", **one, rerun=True, name="Again")[1] == forked
    fork = forked["branch"]["id"]
    assert socket("delete_branch", branch_id=fork) == (409, "branch_locked")
    assert socket("stop")[0] == 202
    assert socket("switch_branch", branch_id=main)[0] == 200
    assert socket("delete_branch", branch_id=fork) == (204, None)
    assert session.branches.count() == 1

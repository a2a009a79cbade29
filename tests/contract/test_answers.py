"""Questions of a running installation, answered by REST and by socket."""

import json
import urllib.error
from typing import Any

import pytest

from tests.contract.people import Crowd, Person
from tests.contract.socket_client import named, opened
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
WRITE = 'Call Write {"path": "note.txt", "content": "Hello."}'
SEND_NONSENSE = """
from framework.bus.jobs import app
app.send_task("agency.run", args=["nonsense"])
"""
ASK = 'Call ask_human {"question": "Which colour?"}'


def waiting(crowd: Crowd, text: str, **fields: Any) -> dict[str, Any]:
    """What a fresh session of the owner asks after these words."""
    session = crowd.session(**fields)
    crowd.owner.call("POST", f"/api/session/{session}/message/", {"text": text})
    found: list[dict[str, Any]] = []

    def asked() -> bool:
        path = f"/api/interruption/?session={session}&status=pending"
        found[:] = crowd.owner.call("GET", path)["results"]
        return bool(found)

    wait_until(asked, "the question")
    return found[0]


def refusal(person: Person, row: dict[str, Any], body: Any) -> tuple[int, dict[str, Any]]:
    with pytest.raises(urllib.error.HTTPError) as refused:
        answered(person, row, body)
    with refused.value as answer:
        return answer.code, json.loads(answer.read())


def answered(person: Person, row: dict[str, Any], body: Any) -> Any:
    return person.call("PATCH", f"/api/interruption/{row['id']}/", body)


def finished(crowd: Crowd, row: dict[str, Any]) -> dict[str, Any]:
    """The timeline of the question's run, once it has ended."""
    path = f"/api/run/{row['run_id']}/"
    wait_until(
        lambda: crowd.owner.call("GET", path)["run"]["status"] in ("done", "stopped", "failed"),
        "the end of the run",
    )
    timeline: dict[str, Any] = crowd.owner.call("GET", path)
    return timeline


def test_the_first_answer_wins_and_later_ones_are_told_what_won(crowd: Crowd) -> None:
    row = waiting(crowd, WRITE)
    won = answered(crowd.owner, row, {"decision": "deny", "reason": "not now"})
    assert (won["status"], won["answered_by"]) == ("answered", crowd.owner.id)
    status, problem = refusal(crowd.owner, row, {"answer": {"decision": "allow"}})
    assert (status, problem["code"]) == (409, "already_answered")
    assert problem["interruption"]["answer"] == {"decision": "deny", "reason": "not now"}
    call = finished(crowd, row)["steps"][0]["tool_calls"][0]
    assert (call["state"], call["result"]["is_error"]) == ("denied", True)
    assert "not now" in call["result"]["content"]


def test_a_withdrawn_question_takes_no_answer(crowd: Crowd) -> None:
    row = waiting(crowd, WRITE)
    crowd.owner.call("POST", f"/api/run/{row['run_id']}/stop/", {})
    status, problem = refusal(crowd.owner, row, {"decision": "allow"})
    assert (status, problem["code"]) == (409, "interruption_cancelled")


@pytest.mark.parametrize(
    "body", [{"text": "blue"}, {"message": "blue"}, {"answer": {"text": "blue"}}]
)
def test_a_question_is_answered_in_each_of_the_documented_forms(
    crowd: Crowd, body: dict[str, Any]
) -> None:
    row = waiting(crowd, ASK)
    answered(crowd.owner, row, body)
    call = finished(crowd, row)["steps"][0]["tool_calls"][0]
    assert (call["state"], call["result"]["content"]) == ("done", "blue")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decision": "perhaps"},
        {"decision": "allow", "remember": "everybody"},
        {"decision": "allow", "input": {"path": 5}},
        {"decision": "allow", "more": 1},
        {"answer": {"decision": "allow"}, "decision": "deny"},
    ],
)
def test_what_is_no_answer_is_invalid_and_the_question_waits_on(
    crowd: Crowd, body: dict[str, Any]
) -> None:
    row = waiting(crowd, WRITE)
    status, problem = refusal(crowd.owner, row, body)
    assert (status, problem["code"]) == (400, "invalid")
    assert crowd.owner.call("GET", f"/api/interruption/{row['id']}/")["status"] == "pending"
    crowd.owner.call("POST", f"/api/run/{row['run_id']}/stop/", {})


def test_an_edited_input_is_what_runs_and_all_three_are_shown(crowd: Crowd) -> None:
    row = waiting(crowd, WRITE)
    edited = {"path": "other.txt", "content": "Goodbye."}
    answered(crowd.owner, row, {"decision": "allow", "input": edited})
    call = finished(crowd, row)["steps"][0]["tool_calls"][0]
    assert call["args"] == {"path": "note.txt", "content": "Hello."}
    assert call["args_approved"] == edited
    assert call["state"] == "done"
    output = crowd.owner.call("GET", f"/api/tool-call/{call['id']}/output/")
    assert "other.txt" in output["content"]


def test_a_rule_for_others_needs_the_role_for_it(crowd: Crowd) -> None:
    row = waiting(crowd, WRITE, visibility="workspace")
    everybody = {"decision": "allow", "remember": "workspace"}
    status, problem = refusal(crowd.answerer, row, everybody)
    assert (status, problem["code"]) == (403, "forbidden")
    assert refusal(crowd.editor, row, {"decision": "allow"})[0] == 403
    assert answered(crowd.answerer, row, {"decision": "allow", "remember": "agent"})
    finished(crowd, row)
    rules = crowd.owner.call("GET", f"/api/policy/?agent={crowd.agent}&scope=agent")["results"]
    mine = [one for one in rules if one["made_by"] == crowd.answerer.id]
    assert [(one["pattern"], one["argument"]) for one in mine] == [("Write", "note.txt")]
    for one in mine:
        crowd.owner.call("DELETE", f"/api/policy/{one['id']}/")


def test_a_socket_answers_like_rest_and_every_tab_is_told(stack: Stack, crowd: Crowd) -> None:
    row = waiting(crowd, ASK)
    with (
        opened(stack.socket_url, crowd.owner.token) as one,
        opened(stack.socket_url, crowd.owner.token) as other,
    ):
        other.next()
        frame = {"interruption": {"id": row["id"], "answer": {"text": "green"}}}
        ack = one.ask(frame)
        assert (ack["status"], ack["data"]["answer"]) == (200, {"text": "green"})
        told = other.until(named("interruption_resolved"))
        assert told["data"]["interruption"]["id"] == row["id"]
        late = one.ask({"interruption": {"id": row["id"], "answer": {"text": "red"}}})
        assert (late["type"], late["code"]) == ("error", "already_answered")
        assert late["interruption"]["answer"] == {"text": "green"}


def test_staff_sees_tasks_begin_and_end(stack: Stack, crowd: Crowd) -> None:
    with opened(stack.socket_url, crowd.staff.token, path="/channel/task/") as line:
        assert line.next()["type"] == "welcome"
        session = crowd.session()
        sent = crowd.owner.call(
            "POST", f"/api/session/{session}/message/", {"text": "Show me a table."}
        )
        run_id = sent["run"]["id"]
        begun = line.until(named("task_started", run_id=run_id), 30)
        ended = line.until(named("task_success", task_id=begun["task_id"]), 30)
        assert {"name", "args_preview", "ts"} <= set(begun)
        assert ended["runtime"] >= 0
        kept = crowd.staff.call("GET", f"/api/task/{begun['task_id']}/")
        assert (kept["state"], kept["run_id"]) == ("success", run_id)


def test_staff_sees_a_task_fail_and_why(stack: Stack, crowd: Crowd) -> None:
    with opened(stack.socket_url, crowd.staff.token, path="/channel/task/") as line:
        assert line.next()["type"] == "welcome"
        stack.manage("shell", "--verbosity", "0", "--command", SEND_NONSENSE)
        failed = line.until(named("task_failure", args_preview="nonsense"), 30)
        assert failed["error"].startswith("ValueError")
        assert {"task_id", "name", "runtime", "ts"} <= set(failed)
        kept = crowd.staff.call("GET", f"/api/task/{failed['task_id']}/")
        assert (kept["state"], kept["error"]) == ("failure", failed["error"])
        assert kept["run_id"] is None

"""A cap of a running installation: reached by its worker, raised by a socket and by REST."""

from typing import Any

import pytest

from tests.contract.people import Crowd
from tests.contract.socket_client import opened
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
WITHIN = 60.0


def said(crowd: Crowd, role: str = "editor") -> str:
    """A fresh session in which somebody says hello."""
    session = crowd.session(role)
    crowd.people[role].call("POST", f"/api/session/{session}/message/", {"text": "Hello."})
    return session


def waits_until(crowd: Crowd, sessions: list[str], status: str) -> None:
    """Wait until each of the editor's sessions has the status."""

    def found() -> dict[str, str]:
        listed = crowd.editor.call("GET", "/api/session/?limit=50")["results"]
        return {one["id"]: one["status"] for one in listed}

    def all_so() -> bool:
        known = found()
        return all(known.get(one) == status for one in sessions)

    try:
        wait_until(all_so, f"status {status}", WITHIN)
    except TimeoutError as error:
        raise TimeoutError(f"{error}: {found()}") from error


def asked(crowd: Crowd) -> list[dict[str, Any]]:
    """The caps that the owner is asked to raise."""
    path = "/api/interruption/?status=pending&kind=limit"
    rows: list[dict[str, Any]] = crowd.owner.call("GET", path)["results"]
    return rows


def test_one_answer_by_socket_and_one_edit_by_rest_let_everybody_go_on(
    stack: Stack, crowd: Crowd
) -> None:
    cap = {"scope": "user", "subject": crowd.editor.id, "unit": "calls", "limit": 1}
    row = crowd.owner.call("POST", "/api/budget/", cap | {"workspace_id": crowd.workspace})
    path = f"/api/budget/{row['id']}/"
    try:
        waits_until(crowd, [said(crowd)], "completed")
        pair = [said(crowd), said(crowd)]
        waits_until(crowd, pair, "waiting")
        assert {one["session_name"] for one in asked(crowd)} == {""}
        with opened(stack.socket_url, crowd.owner.token) as line:
            answer = {"decision": "raise", "limit": "3"}
            frame = {"interruption": {"id": asked(crowd)[0]["id"], "answer": answer}}
            assert line.ask(frame, WITHIN)["type"] == "ack"
        waits_until(crowd, pair, "completed")
        assert asked(crowd) == []
        third = said(crowd)
        waits_until(crowd, [third], "waiting")
        now = crowd.owner.call("GET", path)
        assert (now["spent"], now["reserved"], now["limit"]) == ("3", "0", "3")
        crowd.owner.call("PATCH", path, {"limit": 10, "version": now["version"]})
        waits_until(crowd, [third], "completed")
    finally:
        crowd.owner.call("DELETE", path)
    report = crowd.owner.call("GET", f"/api/usage/?by=user&workspace={crowd.workspace}")
    mine = next(one for one in report["groups"] if one["key"] == str(crowd.editor.id))
    assert mine["calls"] >= 4
    assert (mine["cost_usd"], mine["cost_is_partial"]) == (None, True)  # a model without prices
    counted = f"/api/analytics/?event=turn_completed&session={third}"
    done = crowd.owner.call("GET", counted)["results"]
    assert [one["properties"]["status"] for one in done] == ["done"]

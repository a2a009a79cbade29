"""Caps, usage and counts over REST: what is taken, and what is refused by name."""

from typing import Any

import pytest

from tests.contract.rest import Caller, problem
from tests.factories import World, make_session, make_world

pytestmark = pytest.mark.django_db(transaction=True)
PATH = "/api/budget/"
CAP = {"scope": "workspace", "unit": "usd", "limit": "12.50"}


def test_a_cap_is_set_read_changed_and_removed(world: World, owner: Caller) -> None:
    made = owner("POST", PATH, CAP | {"window": "month"})
    assert made.status_code == 201
    row = made.json()
    wanted = {"subject": str(world.workspace.id), "subject_name": world.workspace.name}
    wanted |= {"limit": "12.5", "spent": "0", "reserved": "0", "window": "month", "version": 1}
    assert {name: row[name] for name in wanted} == wanted
    assert row["window_started_at"].endswith("-01T00:00:00.000000Z")
    path = f"{PATH}{row['id']}/"
    assert owner("GET", path).json() == row
    changed = owner("PATCH", path, {"limit": 20, "version": 1}).json()
    assert (changed["limit"], changed["version"]) == ("20", 2)
    stale = owner("PATCH", path, {"limit": 30, "version": 1})
    assert problem(stale) == (409, "stale")
    assert stale.json()["current"]["limit"] == "20"
    assert [one["id"] for one in owner("GET", f"{PATH}?scope=workspace&unit=usd").json()["results"]]
    assert owner("DELETE", path).status_code == 204
    assert problem(owner("GET", path)) == (404, "not_found")


def test_the_same_key_sets_one_cap_and_another_one_is_a_conflict(owner: Caller) -> None:
    first = owner("POST", PATH, CAP, Idempotency_Key="a").json()
    assert owner("POST", PATH, CAP, Idempotency_Key="a").json() == first
    assert problem(owner("POST", PATH, CAP)) == (409, "name_taken")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("limit", 0), ("limit", -1), ("limit", "1e999"), ("limit", "NaN"), ("limit", "a"),
        ("limit", None), ("limit", True), ("limit", []), ("limit", "1_0"), ("limit", 10**13),
        ("scope", "galaxy"), ("scope", 1), ("unit", "eur"), ("window", "year"),
        ("workspace_id", "x"), ("colour", "red"), ("subject", "x"),
    ],
)  # fmt: skip
def test_what_is_no_cap_is_refused_and_the_field_named(
    owner: Caller, field: str, value: Any
) -> None:
    refused = owner("POST", PATH, CAP | {field: value})
    assert problem(refused) == (400, "invalid")
    assert any(name.startswith(field) for name in refused.json()["errors"])


@pytest.mark.parametrize("scope", ["agent", "session", "run", "user"])
def test_a_subject_that_is_not_there_is_not_found(owner: Caller, scope: str) -> None:
    subject = "999999" if scope == "user" else "01900000-0000-7000-8000-000000000000"
    refused = owner("POST", PATH, CAP | {"scope": scope, "subject": subject})
    assert problem(refused) == (404, "not_found")


@pytest.mark.parametrize(
    "query",
    ["by=colour", "split=x", "by=model&split=model", "tz=Mars/Base", "tz=../etc", "since=today",
     "workspace=x", "until=2026-01-01"],
)  # fmt: skip
def test_usage_refuses_what_it_does_not_know(owner: Caller, query: str) -> None:
    assert problem(owner("GET", f"/api/usage/?{query}")) == (400, "invalid")


def test_usage_answers_every_pair_of_words(owner: Caller) -> None:
    words = ("model", "session", "agent", "user", "purpose", "day")
    for by in words:
        for split in {*words, ""} - {by}:
            answer = owner("GET", f"/api/usage/?by={by}&split={split}&tz=Asia/Kolkata")
            assert answer.status_code == 200, (by, split)
            assert answer.json()["groups"] == []


def test_counts_are_filtered_and_paged(world: World, owner: Caller) -> None:
    sessions = [make_session(world) for _ in range(3)]
    path = "/api/analytics/"
    assert len(owner("GET", path).json()["results"]) == 3
    one = owner("GET", f"{path}?event=session_started&session={sessions[0].id}").json()
    assert [row["session_id"] for row in one["results"]] == [str(sessions[0].id)]
    first = owner("GET", f"{path}?limit=2").json()
    assert len(owner("GET", first["next"]).json()["results"]) == 1
    assert owner("GET", f"{path}?event=session_error").json()["results"] == []
    assert owner("GET", f"{path}?until=2020-01-01T00:00:00Z").json()["results"] == []
    assert problem(owner("GET", f"{path}?event=what")) == (400, "invalid")
    assert Caller(make_world().owner)("GET", path).json()["results"] == []
    assert problem(Caller(world.editor)("GET", path)) == (403, "forbidden")

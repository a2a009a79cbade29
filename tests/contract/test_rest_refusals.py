"""Every refusal is a problem with a stable code."""

import gzip
import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.contract.rest import Caller, problem
from tests.factories import World, make_session

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_anonymous_get_401_with_a_way_to_sign_in(world: World) -> None:
    response = Caller(None)("GET", "/api/me/")
    assert problem(response) == (401, "not_authenticated")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_an_unknown_token_gets_401_even_with_a_good_cookie(world: World) -> None:
    client = Client(headers={"Authorization": "Bearer agency_nothing"})
    client.force_login(world.owner)
    assert problem(client.get("/api/me/")) == (401, "not_authenticated")


def test_unknown_addresses_get_404(owner: Caller) -> None:
    paths = ("/api/nope/", "/api/session/not-an-id/", "/api/session/1/stop/", "/api/")
    for path in paths:
        assert problem(owner("GET", path)) == (404, "not_found"), path
        assert problem(owner("POST", path, {})) == (404, "not_found"), path
    assert "slash" in owner("POST", "/api/session", {}).json()["detail"]


def test_wrong_methods_get_405(owner: Caller) -> None:
    response = owner("DELETE", "/api/me/")
    assert problem(response) == (405, "method_not_allowed")
    assert "GET" in response.headers["Allow"]
    assert problem(owner("PUT", "/api/me/snapshot/", {})) == (405, "method_not_allowed")
    assert problem(owner("POST", "/api/me/stream/", {})) == (405, "method_not_allowed")


def test_other_media_get_415(owner: Caller) -> None:
    response = owner.client.post("/api/agent/", "<agent/>", content_type="application/xml")
    assert problem(response) == (415, "unsupported_media_type")
    response = owner.client.post("/api/agent/", {"name": "x"})
    assert problem(response) == (415, "unsupported_media_type")
    assert problem(owner("POST", "/api/photo/", {"file": "x"})) == (415, "unsupported_media_type")


def test_a_packed_body_gets_415(owner: Caller) -> None:
    packed = gzip.compress(b'{"name": "' + b"x" * 1_000_000 + b'"}')
    for body in (packed, b'{"name": "x"}'):
        response = owner.client.post(
            "/api/agent/",
            body,
            content_type="application/json",
            headers={"Content-Encoding": "gzip"},
        )
        assert problem(response) == (415, "unsupported_media_type")


def test_a_task_id_that_no_table_can_hold_gets_404(world: World) -> None:
    world.owner.is_staff = True
    world.owner.save()
    assert problem(Caller(world.owner)("GET", "/api/task/%00/")) == (404, "not_found")


BAD_BODIES: list[Any] = [
    "{",
    "[]",
    '"text"',
    '{"name": NaN}',
    '{"name": 1e999}',
    '{"name": "a\\u0000b"}',
    '{"name": "\\ud800"}',
    b'{"name": "\xff\xfe"}',
    "[" * 10_000,
    '{"limits":' * 40 + "1" + "}" * 40,
    {"name": 5},
    {"name": "x", "unknown": 1},
    {"name": "x", "workspace_id": "y"},
    {"name": "x", "version": -1},
    {"name": "x", "version": True},
    {"name": "two\nlines"},
    {},
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=lambda body: str(body)[:30])
def test_bodies_that_make_no_sense_are_invalid(owner: Caller, body: Any) -> None:
    assert problem(owner("POST", "/api/agent/", body)) == (400, "invalid")


def test_an_invalid_body_names_every_field_at_fault(owner: Caller) -> None:
    body = {"name": 5, "enabled": "yes", "unknown": 1}
    errors = owner("POST", "/api/agent/", body).json()["errors"]
    assert set(errors) == {"name", "enabled", "unknown"}


def test_bodies_beyond_the_limit_get_413(world: World, owner: Caller) -> None:
    large = {"name": "x", "system_prompt": "y" * (2 * 1024 * 1024)}
    assert problem(owner("POST", "/api/agent/", large)) == (413, "payload_too_large")
    session = make_session(world)
    message = {"text": "y" * (2 * 1024 * 1024)}
    path = f"/api/session/{session.id}/message/"
    assert problem(owner("POST", path, message)) == (413, "payload_too_large")
    bomb = {"text": "x", "images": [{"data": "A" * (16 * 1024 * 1024)}]}
    assert problem(owner("POST", path, bomb)) == (413, "payload_too_large")


def test_query_parameters_that_make_no_sense_are_invalid(owner: Caller) -> None:
    for query in (
        "limit=0",
        "limit=201",
        "limit=x",
        "limit=9999999999999999999999",
        "cursor=nonsense",
        "cursor=WzFd",
        "agent=x",
        "status=nope",
        "since=yesterday",
        "q=%00",
    ):
        assert problem(owner("GET", f"/api/session/?{query}")) == (400, "invalid"), query
    session_query = "/api/me/event/?since_id=-1"
    assert problem(owner("GET", session_query)) == (400, "invalid")


def test_a_browser_without_the_csrf_token_gets_403(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    assert client.get("/api/me/").status_code == 200
    response = client.patch("/api/me/", "{}", content_type="application/json")
    assert problem(response) == (403, "csrf_failed")


def test_a_browser_with_the_csrf_token_writes(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    body = json.dumps({"name": "Ada"})
    response = client.patch(
        "/api/me/", body, content_type="application/json", headers={"X-CSRFToken": "a" * 32}
    )
    assert response.status_code == 200
    assert response.json()["name"] == "Ada"


def test_a_host_that_is_not_ours_gets_400(owner: Caller) -> None:
    response = owner("GET", "/api/me/", host="evil.example")
    assert problem(response) == (400, "invalid")


def test_a_missing_role_is_403_and_a_foreign_row_404(world: World) -> None:
    viewer, stranger = Caller(world.viewer), Caller(world.stranger)
    body = {"name": "x", "workspace_id": str(world.workspace.id)}
    assert problem(viewer("POST", "/api/agent/", body)) == (403, "forbidden")
    assert problem(stranger("POST", "/api/agent/", body)) == (404, "not_found")
    path = f"/api/agent/{world.agent.id}/"
    assert problem(viewer("DELETE", path)) == (403, "forbidden")
    assert problem(stranger("GET", path)) == (404, "not_found")
    editor = Caller(world.editor)
    body = {"name": "x", "kind": "demo", "workspace_id": str(world.workspace.id)}
    assert problem(editor("POST", "/api/provider/", body)) == (403, "forbidden")


def test_a_token_does_only_what_its_scopes_say(world: World) -> None:
    reader = Caller(world.owner, scopes=("read",))
    assert reader("GET", "/api/me/").status_code == 200
    assert problem(reader("PATCH", "/api/me/", {})) == (403, "missing_scope")
    assert problem(reader("POST", "/api/token/", {"name": "x"})) == (403, "missing_scope")
    writer = Caller(world.owner, scopes=("read", "write"))
    assert writer("PATCH", "/api/me/", {}).status_code == 200
    rule = {"scope": "workspace", "pattern": "*", "outcome": "allow"}
    assert problem(writer("POST", "/api/policy/", rule)) == (403, "missing_scope")
    answer = "/api/interruption/00000000-0000-0000-0000-000000000000/"
    assert problem(writer("PATCH", answer, {"text": "x"})) == (403, "missing_scope")

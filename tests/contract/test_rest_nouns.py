"""Lists, files, rules and readings over REST."""

import base64
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from agency.files import file_root
from agency.models import Attachment, Session
from agency.seeds import sync_tools
from tests.contract.rest import Caller, problem
from tests.factories import DOT, World, answer_run, make_session, say
from tests.searching import index_all

pytestmark = pytest.mark.django_db(transaction=True)
PNG = base64.b64decode(DOT)


def ids(answer: Any) -> list[str]:
    """The ids of a page."""
    return [one["id"] for one in answer.json()["results"]]


def upload(caller: Caller, kind: str, data: bytes, called: str = "x", **fields: str) -> Any:
    """Send a file as a form."""
    form = {"file": SimpleUploadedFile(called, data), **fields}
    return caller.client.post(f"/api/{kind}/", form)


def test_pages_follow_one_another_and_lead_back(world: World, owner: Caller) -> None:
    for _ in range(7):
        make_session(world)
    newest_first = [
        str(one) for one in Session.objects.order_by("-updated_at").values_list("id", flat=True)
    ]
    first = owner("GET", "/api/session/?limit=3")
    assert first.json()["previous"] is None
    second = owner("GET", first.json()["next"])
    third = owner("GET", second.json()["next"])
    assert ids(first) + ids(second) + ids(third) == newest_first
    assert third.json()["next"] is None
    assert ids(owner("GET", third.json()["previous"])) == ids(second)
    assert ids(owner("GET", second.json()["previous"])) == ids(first)


def test_a_page_does_not_shift_when_rows_are_added(world: World, owner: Caller) -> None:
    for _ in range(4):
        make_session(world)
    first = owner("GET", "/api/session/?limit=2")
    make_session(world)
    second = owner("GET", first.json()["next"])
    assert not set(ids(first)) & set(ids(second))
    assert len(ids(second)) == 2


def test_signs_in_a_search_are_plain_characters(world: World, owner: Caller) -> None:
    names = ["100% sure", "a_b", "c:\\win", 'say "hi"', "plain"]
    made = {name: str(make_session(world, name=name).id) for name in names}
    index_all()
    for text, name in (
        ("100%", "100% sure"),
        ("%", "100% sure"),
        ("a_b", "a_b"),
        ("_", "a_b"),
        ("\\", "c:\\win"),
        ('"', 'say "hi"'),
    ):
        found = owner.client.get("/api/session/", {"q": text})
        assert ids(found) == [made[name]], text


def test_sessions_are_filtered_by_agent_status_and_time(world: World, owner: Caller) -> None:
    idle, busy = make_session(world), make_session(world)
    say(busy, "hello")
    listed = owner("GET", f"/api/session/?agent={world.agent.id}&status=queued,running")
    assert ids(listed) == [str(busy.id)]
    since = owner("GET", f"/api/session/{busy.id}/").json()["session"]["updated_at"]
    assert ids(owner.client.get("/api/session/", {"since": since})) == [str(busy.id)]
    assert ids(owner.client.get("/api/session/", {"until": since})) == [str(idle.id)]


def test_a_session_has_a_second_address(world: World, owner: Caller) -> None:
    session = make_session(world)
    for part in ("", "message/", "branch/", "queue/", "event/", "usage/", "child/"):
        first = owner("GET", f"/api/session/{session.id}/{part}")
        second = owner("GET", f"/api/thread/{session.id}/{part}")
        assert first.status_code == 200
        assert first.json() == second.json()


def test_older_messages_are_read_by_id_or_depth(world: World, owner: Caller) -> None:
    session = make_session(world)
    for number in range(3):
        run = say(session, f"question {number}").run
        assert run is not None
        answer_run(run, f"answer {number}")
        session.refresh_from_db()
    path = f"/api/session/{session.id}/"
    whole = owner("GET", path).json()["messages"]
    assert [one["depth"] for one in whole] == [1, 2, 3, 4, 5, 6]
    for before in (whole[3]["id"], "4"):
        page = owner("GET", f"{path}?before={before}").json()
        assert page["messages"] == whole[:3]
        assert not page["has_older"]
    window = owner("GET", f"{path}message/?limit=2").json()
    assert (window["messages"], window["has_older"]) == (whole[4:], True)


def test_branches_are_compared_from_where_they_part(world: World, owner: Caller) -> None:
    session = make_session(world)
    first = say(session, "hello")
    assert first.run is not None and first.message is not None
    answer_run(first.run, "hi")
    path = f"/api/session/{session.id}/"
    edited = owner("POST", f"{path}message/{first.message.id}/edit/", {"text": "good day"}).json()
    left, right = str(first.message.branch_id), edited["message"]["branch_id"]
    answer_run(session.runs.latest("created_at"), "good day to you")
    found = owner("GET", f"{path}branch/{left}/compare/{right}/").json()
    assert found["common_depth"] == 0
    assert [one["content"] for one in found["left"]["messages"]] == ["hello", "hi"]
    assert [one["content"] for one in found["right"]["messages"]] == [
        "good day",
        "good day to you",
    ]


def test_events_after_a_cursor_are_paged(world: World, owner: Caller) -> None:
    session = make_session(world)
    path = f"/api/session/{session.id}/"
    for number in range(5):
        owner("PATCH", path, {"name": f"Name {number}"})
    first = owner("GET", f"{path}event/?limit=4").json()
    assert [one["seq"] for one in first["results"]] == [1, 2, 3, 4]
    assert first["has_more"]
    since = first["cursor"][f"session.{session.id}"]
    rest = owner("GET", f"{path}event/?since_id={since}").json()
    assert rest["results"][0]["seq"] == 5
    assert not rest["has_more"]
    beyond = owner("GET", f"{path}event/?since_id={rest['results'][-1]['seq'] + 1}")
    assert problem(beyond) == (410, "cursor_expired")


def test_a_picture_is_known_by_its_bytes_and_served_safely(world: World, owner: Caller) -> None:
    made = upload(owner, "attachment", PNG, "../../app/x.html", name="../../etc/passwd").json()
    assert (made["media_type"], made["name"]) == ("image/png", "passwd")
    row = Attachment.objects.get(id=made["id"])
    assert (file_root() / row.path).resolve().is_relative_to(file_root().resolve())
    assert "passwd" not in row.path
    response = owner("GET", made["url"])
    assert response.content == PNG
    headers = response.headers
    assert headers["Content-Type"] == "image/png"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["Content-Disposition"] == f'inline; filename="{made["id"]}.png"'
    assert "private" in headers["Cache-Control"]


SVG = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"


@pytest.mark.parametrize("data", [b"", b"plain text", SVG, b"GIF8", PNG[:8], PNG[:-4]])
def test_what_is_no_picture_is_refused_as_one(world: World, owner: Caller, data: bytes) -> None:
    for kind in ("photo", "attachment"):
        assert problem(upload(owner, kind, data, "x.png")) == (400, "invalid")


def test_documents_are_text_pdf_or_pictures_and_downloaded(world: World, owner: Caller) -> None:
    made = upload(owner, "document", b"<script>alert(1)</script>", "x.html").json()
    assert made["media_type"] == "text/plain"
    response = owner("GET", made["url"])
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert upload(owner, "document", b"%PDF-1.7 x").json()["media_type"] == "application/pdf"
    assert problem(upload(owner, "document", b"\x7fELF\x00\xff")) == (400, "invalid")
    assert problem(upload(owner, "document", b"a\x00b")) == (400, "invalid")


def test_a_form_with_other_fields_or_no_file_is_invalid(world: World, owner: Caller) -> None:
    assert problem(upload(owner, "photo", PNG, path="/etc/x")) == (400, "invalid")
    assert problem(owner.client.post("/api/photo/", {"name": "x"})) == (400, "invalid")
    assert problem(upload(owner, "photo", PNG, workspace_id="x")) == (400, "invalid")


def test_a_file_beyond_the_limit_gets_413(world: World, owner: Caller) -> None:
    large = PNG + b"x" * (5 * 1024 * 1024)
    assert problem(upload(owner, "photo", large)) == (413, "payload_too_large")
    huge = b"x" * (17 * 1024 * 1024)
    assert problem(upload(owner, "document", huge)) == (413, "payload_too_large")


def test_files_of_others_are_not_there(world: World, owner: Caller) -> None:
    editor, stranger = Caller(world.editor), Caller(world.stranger)
    photo = upload(owner, "photo", PNG).json()
    document = upload(owner, "document", b"knowledge").json()
    for caller in (editor, stranger):
        assert problem(caller("GET", photo["url"])) == (404, "not_found")
    assert editor("GET", document["url"]).status_code == 200
    assert problem(stranger("GET", document["url"])) == (404, "not_found")
    path = f"/api/document/{document['id']}/"
    assert problem(editor("PATCH", path, {"name": "y"})) == (403, "forbidden")
    assert problem(editor("DELETE", path)) == (403, "forbidden")
    assert owner("DELETE", path).status_code == 204


def test_a_picture_that_a_message_shows_cannot_be_deleted(world: World, owner: Caller) -> None:
    session = make_session(world)
    made = upload(owner, "attachment", PNG, session_id=str(session.id)).json()
    body = {"text": "look", "attachments": [made["id"]]}
    assert owner("POST", f"/api/session/{session.id}/message/", body).status_code == 202
    assert problem(owner("DELETE", f"/api/attachment/{made['id']}/")) == (409, "in_use")
    waits = upload(owner, "attachment", PNG).json()
    body = {"text": "and this", "attachments": [waits["id"]]}
    assert owner("POST", f"/api/session/{session.id}/message/", body).json()["queued"]
    assert problem(owner("DELETE", f"/api/attachment/{waits['id']}/")) == (409, "in_use")


def test_a_rule_shows_in_the_effective_policy_of_its_scope(world: World, owner: Caller) -> None:
    sync_tools()
    session = make_session(world)
    rule = {"scope": "session", "scope_id": str(session.id), "pattern": "Write", "outcome": "deny"}
    made = owner("POST", "/api/policy/", rule).json()
    assert made["session_id"] == str(session.id)

    def effective(query: str) -> dict[str, Any]:
        tools = owner("GET", f"/api/tool/?limit=200{query}").json()["results"]
        return next(one["effective"] for one in tools if one["name"] == "Write")

    found = effective(f"&session={session.id}")
    assert (found["outcome"], found["origin"]) == ("deny", "session")
    assert effective("")["outcome"] == "ask"
    assert owner("DELETE", f"/api/policy/{made['id']}/").status_code == 204
    assert effective(f"&session={session.id}")["outcome"] == "ask"


def test_a_key_of_a_provider_is_never_read_back(world: World, owner: Caller) -> None:
    body = {"name": "Real", "kind": "anthropic", "key": "sk-canary-0123456789"}
    made = owner("POST", "/api/provider/", body)
    assert made.json()["has_key"]
    for path in ("/api/provider/", f"/api/provider/{made.json()['id']}/", "/api/me/snapshot/"):
        assert "canary" not in owner("GET", path).content.decode()
    events = owner("GET", f"/api/workspace/{world.workspace.id}/event/").content.decode()
    assert "canary" not in made.content.decode() + events


def test_the_demo_provider_and_its_model_answer_the_test_button(
    world: World, owner: Caller
) -> None:
    provider = owner("POST", f"/api/provider/{world.model.provider_id}/test/", {}).json()
    model = owner("POST", f"/api/model/{world.model.id}/test/", {}).json()
    assert provider["ok"] and model["ok"]
    away = {"name": "Away", "kind": "anthropic", "base_url": "http://127.0.0.1:9", "key": "k"}
    made = owner("POST", "/api/provider/", away).json()
    found = owner("POST", f"/api/provider/{made['id']}/test/", {}).json()
    assert not found["ok"]
    assert found["detail"] and found["hint"]


def test_members_are_managed_by_owners_alone(world: World, owner: Caller) -> None:
    path = f"/api/workspace/{world.workspace.id}/member/"
    body = {"username": world.stranger.username, "role": "viewer"}
    assert problem(Caller(world.editor)("POST", path, body)) == (403, "forbidden")
    made = owner("POST", path, body)
    assert made.status_code == 201
    stranger = Caller(world.stranger)
    assert stranger("GET", path).status_code == 200
    changed = owner("PATCH", f"{path}{made.json()['id']}/", {"role": "editor"})
    assert changed.json()["role"] == "editor"
    assert owner("DELETE", f"{path}{made.json()['id']}/").status_code == 204
    assert problem(stranger("GET", path)) == (404, "not_found")


def test_preferences_are_kept_and_suggestions_come_along(world: World, owner: Caller) -> None:
    me = owner("PATCH", "/api/me/", {"preferences": {"theme": "dark"}}).json()
    assert me["preferences"] == {"theme": "dark"}
    assert me["suggestions"][0]["title"]
    assert owner("GET", "/api/me/snapshot/").json()["me"] == me


def test_readiness_names_what_is_missing(world: World) -> None:
    nobody = Caller(None)
    assert nobody("GET", "/api/health/").json() == {"status": "ok"}
    response = nobody("GET", "/api/ready/")
    assert problem(response) == (503, "not_ready")
    checks = response.json()["checks"]
    assert [checks[name]["ok"] for name in ("database", "broker", "worker")] == [True, True, False]

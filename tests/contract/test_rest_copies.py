"""Copies over REST: what is answered, how much is taken, and once."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from agency.models import Message, Session
from agency.portable.rows import Export
from tests.contract.rest import Caller, problem
from tests.factories import World, make_session, make_world

pytestmark = pytest.mark.django_db(transaction=True)


def body_of(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def exported(owner: Caller, path: str = "/api/session/export/") -> bytes:
    answer = owner("GET", path)
    assert answer.status_code == 200, answer
    raw = body_of(answer)
    assert int(answer.headers["Content-Length"]) == len(raw)
    return raw


def test_a_duplicate_is_made_once(owner: Caller, talk: Session) -> None:
    path, asked = f"/api/session/{talk.id}/duplicate/", {"id": str(uuid.uuid4()), "name": "Again"}
    first, again = (owner("POST", path, asked) for _ in range(2))
    assert (first.status_code, first.json()["id"]) == (201, asked["id"])
    assert again.json()["id"] == asked["id"]
    assert problem(owner("POST", path, asked | {"name": "Else"}))[1] == "idempotency_mismatch"
    keyed = [owner("POST", path, {}, Idempotency_Key="k").json()["id"] for _ in range(2)]
    assert keyed[0] == keyed[1]
    assert Session.objects.count() == 3


def test_a_duplicate_ends_at_a_message_of_this_session(
    owner: Caller, world: World, talk: Session
) -> None:
    first = Message.objects.get(session=talk, depth=1)
    path = f"/api/session/{talk.id}/duplicate/"
    made = owner("POST", path, {"up_to_message": str(first.id)}).json()
    assert Message.objects.filter(session_id=made["id"]).count() == 1
    elsewhere = f"/api/session/{make_session(world).id}/duplicate/"
    assert problem(owner("POST", elsewhere, {"up_to_message": str(first.id)}))[0] == 404


def test_an_export_is_what_its_description_says(owner: Caller, talk: Session) -> None:
    make_session(make_world())
    for path in (f"/api/session/{talk.id}/export/", "/api/thread/export/?format=json"):
        told = Export.model_validate(json.loads(exported(owner, path)))
        assert [one.session.id for one in told.sessions] == [talk.id]
    answer = owner("GET", f"/api/session/{talk.id}/export/?format=md")
    assert answer.headers["Content-Disposition"].endswith(f'filename="session-{talk.id}.md"')
    assert b"Which colour?" in body_of(answer)
    assert problem(owner("GET", "/api/session/export/?format=pdf")) == (400, "invalid")


def test_an_import_is_a_body_or_a_form_and_is_done_once(owner: Caller, talk: Session) -> None:
    raw = exported(owner).decode()
    answers = [owner("POST", "/api/session/import/", raw, Idempotency_Key="same") for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Session.objects.count() == 2
    client: Client = owner.client
    form = {"file": SimpleUploadedFile("mine.json", raw.encode(), "application/json")}
    answer = client.post("/api/session/import/", form)
    assert answer.status_code == 201
    assert set(answer.json()) == {"sessions", "notes"}
    more: Any = {"file": SimpleUploadedFile("mine.json", b"{}"), "owner": "me"}
    assert problem(client.post("/api/session/import/", more)) == (400, "invalid")


def test_a_refused_import_names_its_fault(owner: Caller, talk: Session) -> None:
    told = json.loads(exported(owner))
    told["sessions"][0]["messages"][1]["depth"] = 7
    answer = owner("POST", "/api/session/import/", json.dumps(told))
    assert problem(answer) == (400, "not_an_export")
    assert list(answer.json()["errors"]) == ["sessions.0.branches.0"]
    assert Session.objects.count() == 1


def test_too_large_a_file_is_refused(owner: Caller, talk: Session, settings: Any) -> None:
    settings.AGENCY_IMPORT_MB = 1
    big = b" " * (2 * 1024 * 1024)
    assert problem(owner("POST", "/api/session/import/", big)) == (413, "payload_too_large")
    form = {"file": SimpleUploadedFile("big.json", big)}
    answer = owner.client.post("/api/session/import/", form)
    assert problem(answer) == (413, "payload_too_large")


def test_the_commands_carry_sessions_from_person_to_person(
    world: World, talk: Session, tmp_path: Path
) -> None:
    file = tmp_path / "sessions.json"
    call_command("export_session", world.owner.username, str(file), verbosity=0)
    for _ in range(2):
        call_command("import_session", world.editor.username, str(file), verbosity=0)
    (made,) = Session.objects.filter(owner=world.editor)
    assert Message.objects.filter(session=made).count() == 2


def test_the_page_of_the_format_has_its_schema() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/export.md").read_text()
    written = page.split("```json\n")[-1].split("\n```")[0]
    assert json.loads(written) == Export.model_json_schema(), (
        "python -m tests.arch.export_page writes it anew"
    )

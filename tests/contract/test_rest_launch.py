"""Sessions are launched as asked, in their own workspace, and once."""

import threading
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from agency.models import Membership, Message, Mode, Model, Session
from tests.contract.rest import Caller, problem
from tests.factories import World, make_world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(world: World) -> World:
    """Another workspace of the same owner."""
    other = make_world()
    Membership.objects.create(workspace=other.workspace, user=world.owner, role="owner")
    return other


def make_mode(world: World) -> Mode:
    return Mode.objects.create(workspace=world.workspace, name="Plan", slug="plan")


def launched(caller: Caller, world: World, **fields: Any) -> Any:
    return caller("POST", "/api/session/", {"agent": str(world.agent.id), **fields})


def test_a_session_begins_idle_with_all_that_was_asked_for(world: World, owner: Caller) -> None:
    mode, dashboard = make_mode(world), str(uuid.uuid4())
    wanted = {
        "name": "Work",
        "mode": str(mode.id),
        "model": str(world.model.id),
        "folder": "reports/2030",
        "dashboard": dashboard,
    }
    made = launched(owner, world, **wanted).json()
    assert (made["status"], made["name"], made["name_source"]) == ("idle", "Work", "person")
    assert (made["mode_id"], made["overrides"]) == (str(mode.id), {"model": str(world.model.id)})
    row = Session.objects.get(id=made["id"])
    assert str(row.dashboard) == dashboard
    assert (root_of(world) / row.folder).is_dir()
    assert row.folder == "reports/2030"


def root_of(world: World) -> Path:
    root: Path = settings.AGENCY_WORKSPACES / str(world.workspace.id)
    return root


def test_a_first_prompt_is_said_at_once_and_names_the_session(world: World, owner: Caller) -> None:
    text = "Write a  very long report\nabout the rivers of Spain"
    made = launched(owner, world, prompt=text).json()
    assert made["sent"]["message"]["content"] == text
    assert (made["status"], made["sent"]["run"]["status"]) == ("queued", "queued")
    assert made["name"] == "Write a very long report about the river"
    assert made["name_source"] == "auto"


def test_a_name_that_a_person_gave_is_kept(world: World, owner: Caller) -> None:
    made = launched(owner, world, name="Mine", prompt="Something else").json()
    assert (made["name"], made["name_source"]) == ("Mine", "person")


OUTSIDE = ["../out", "/etc", "a/../../b", ".hidden", "a\\b", "a\x00b"]
NOT_A_NAME = [".", "./.", "session-of-another", "x" * 300, "é" * 200]


@pytest.mark.parametrize("folder", [*OUTSIDE, *NOT_A_NAME])
def test_a_folder_outside_the_workspaces_own_is_refused(
    world: World, owner: Caller, folder: str
) -> None:
    assert problem(launched(owner, world, folder=folder)) == (400, "invalid")
    assert not Session.objects.exists()


def test_a_folder_behind_a_link_that_leads_out_is_refused(
    world: World, owner: Caller, tmp_path: Path
) -> None:
    root = root_of(world)
    root.mkdir(parents=True, exist_ok=True)
    (root / "out").symlink_to(tmp_path)
    assert problem(launched(owner, world, folder="out/inner")) == (400, "invalid")
    assert not list(tmp_path.iterdir())


def test_a_repeat_with_the_same_id_begins_and_says_nothing_twice(
    world: World, owner: Caller
) -> None:
    body = {"id": str(uuid.uuid4()), "prompt": "Once"}
    first, second = launched(owner, world, **body).json(), launched(owner, world, **body).json()
    assert first["id"] == second["id"] == body["id"]
    assert first["sent"]["message"]["id"] == second["sent"]["message"]["id"]
    assert Message.objects.count() == 1
    other = Caller(world.editor)
    assert problem(launched(other, world, **body)) == (409, "idempotency_mismatch")


def test_the_same_launch_twice_at_once_is_one_session(world: World, owner: Caller) -> None:
    body = {"id": str(uuid.uuid4()), "prompt": "Once"}
    answers: list[int] = []

    def launch() -> None:
        answers.append(launched(Caller(world.owner), world, **body).status_code)
        connection.close()

    both = [threading.Thread(target=launch) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join(20)
    assert answers == [201, 201]
    assert (Session.objects.count(), Message.objects.count()) == (1, 1)


def test_model_and_mode_may_change_with_a_message(world: World, owner: Caller) -> None:
    session, mode = launched(owner, world).json()["id"], make_mode(world)
    body = {"text": "Go", "model": str(world.model.id), "mode": str(mode.id)}
    assert owner("POST", f"/api/session/{session}/message/", body).status_code == 202
    row = Session.objects.get(id=session)
    assert (row.overrides, row.mode_id) == ({"model": str(world.model.id)}, mode.id)


def test_what_another_workspace_has_is_not_there(
    world: World, owner: Caller, elsewhere: World
) -> None:
    session, mode = launched(owner, world).json()["id"], make_mode(elsewhere)
    model: Model = elsewhere.model
    for field, row in (("model", model), ("mode", mode)):
        path = f"/api/session/{session}/"
        named = {field: str(row.id)}
        assert problem(launched(owner, world, **named)) == (404, "not_found")
        assert problem(owner("PATCH", path, named)) == (404, "not_found")
        said = owner("POST", f"{path}message/", {"text": "Go", **named})
        assert problem(said) == (404, "not_found")
    assert not Message.objects.exists()


def test_a_repeat_of_a_launch_gets_the_first_session_and_asks_for_the_same(
    world: World, owner: Caller
) -> None:
    first = {"id": str(uuid.uuid4()), "name": "Work", "folder": "reports"}
    made = launched(owner, world, **first).json()
    assert launched(owner, world, **first).json()["id"] == made["id"]
    others: list[dict[str, Any]] = [
        {"name": "Other work"},
        {"folder": "elsewhere"},
        {"mode": str(make_mode(world).id)},
        {"model": str(world.model.id)},
        {"visibility": "workspace"},
        {"dashboard": str(uuid.uuid4())},
    ]
    for other in others:
        refused = launched(owner, world, **(first | other))
        assert problem(refused) == (409, "idempotency_mismatch")
    assert Session.objects.count() == 1

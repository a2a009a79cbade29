"""People are let in, changed and shut out through commands that also close their sockets."""

from typing import Any

import pytest
from django.test import Client

from agency.models import Membership, User
from tests.admin.conftest import browser_of
from tests.admin.test_lists import url
from tests.factories import World, make_user


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The groups whose sockets were told to look whether they may stay."""
    groups: list[str] = []
    monkeypatch.setattr(
        "agency.commands.identity.revoke_token.publish_control",
        lambda group, _message: groups.append(group),
    )
    return groups


def fields(user: User, **changes: Any) -> dict[str, Any]:
    """What the form of this person sends; an unticked box sends nothing."""
    names = ("username", "display_name", "email", "is_active", "is_staff", "is_superuser")
    sent = {name: getattr(user, name) for name in names} | changes
    return {name: "on" if value is True else value for name, value in sent.items() if value}


def change(client: Client, user: User, **changes: Any) -> list[str]:
    """Send the form; the messages of the next page."""
    answer = client.post(url(User, "change", user.pk), fields(user, **changes), follow=True)
    assert answer.status_code == 200
    user.refresh_from_db()
    return [str(message) for message in answer.context["messages"]]


@pytest.mark.parametrize("access", ["is_active", "is_staff", "is_superuser"])
def test_a_change_of_access_closes_open_sockets(
    root: Client, closed: list[str], access: str, django_capture_on_commit_callbacks: Any
) -> None:
    user = make_user("other", is_staff=True, is_superuser=True)
    with django_capture_on_commit_callbacks(execute=True):
        change(root, user, **{access: False})
    assert getattr(user, access) is False
    assert user.epoch == 1
    assert closed == [f"user-{user.pk}"]


def test_a_new_name_leaves_sockets_open(
    root: Client, world: World, closed: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        change(root, world.viewer, display_name="Vera")
    assert (world.viewer.display_name, world.viewer.epoch, closed) == ("Vera", 0, [])


def test_the_last_administrator_stays_one(root: Client, administrator: User) -> None:
    for access in ("is_active", "is_superuser"):
        shown = change(root, administrator, **{access: False})
        assert shown == ["The last administrator who can sign in stays one."]
        assert administrator.is_active and administrator.is_superuser


def test_one_of_two_administrators_can_step_down(root: Client, administrator: User) -> None:
    make_user("second", is_staff=True, is_superuser=True)
    change(root, administrator, is_superuser=False)
    assert not administrator.is_superuser


def test_another_password_signs_out_and_closes_sockets(
    root: Client, world: World, closed: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    theirs = browser_of(world.owner)
    word = "battery staple 99"
    with django_capture_on_commit_callbacks(execute=True):
        answer = root.post(
            f"/admin/agency/user/{world.owner.pk}/password/",
            {"password1": word, "password2": word, "usable_password": "true"},
        )
    assert answer.status_code == 302
    world.owner.refresh_from_db()
    assert world.owner.check_password(word)
    assert closed == [f"user-{world.owner.pk}"]
    assert theirs.get("/password/").status_code == 302


def test_a_password_can_be_taken_away(root: Client, world: World) -> None:
    answer = root.post(
        f"/admin/agency/user/{world.owner.pk}/password/",
        {"password1": "", "password2": "", "usable_password": "false", "unset-password": "1"},
    )
    assert answer.status_code == 302
    world.owner.refresh_from_db()
    assert not world.owner.has_usable_password()


def test_a_new_person_belongs_to_the_first_workspace(root: Client, world: World) -> None:
    word = "battery staple 99"
    sent = {"username": "nora", "password1": word, "password2": word, "usable_password": "true"}
    answer = root.post(url(User, "add"), sent)
    user = User.objects.get(username="nora")
    assert answer["Location"].endswith(url(User, "change", user.pk))
    assert user.check_password(word)
    assert Membership.objects.get(user=user).workspace_id == world.workspace.id


def test_staff_sees_people_and_changes_nobody(staff: Client, world: World) -> None:
    page = url(User, "change", world.owner.pk)
    assert staff.get(page).status_code == 200
    assert staff.post(page, fields(world.owner, is_superuser=True)).status_code == 403
    assert staff.post(url(User, "add"), {"username": "eve"}).status_code == 403
    world.owner.refresh_from_db()
    assert not world.owner.is_superuser


def test_a_page_of_a_person_shows_no_password_hash(root: Client, world: World) -> None:
    text = root.get(url(User, "change", world.owner.pk)).content.decode()
    assert world.owner.password not in text

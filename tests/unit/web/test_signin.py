"""Signing in, signing out, the limit on guessing."""

import pytest
from django.test import Client

from agency.models import User
from agency.web.limits import ADDRESS, PAIR, Attempt
from tests.unit.web.conftest import sign_in

PASSWORD = "correct horse 42"


def test_a_right_password_opens_the_desk(client: Client, ada: User):
    answer = sign_in(client, "ada", PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.get("/").status_code == 200


def test_session_and_token_are_new_after_signing_in(client: Client, ada: User):
    client.get("/login/")
    old = client.cookies["agency_csrf"].value
    sign_in(client, "ada", PASSWORD)
    assert client.cookies["agency_csrf"].value != old
    assert client.session.session_key


@pytest.mark.parametrize("target", ["//evil", "/\\evil", "https:evil", "/a\r\nSet-Cookie: x=1"])
def test_a_sign_in_leads_nowhere_else(client: Client, ada: User, target: str):
    answer = sign_in(client, "ada", PASSWORD, next=target)
    assert answer["Location"] == "/"


def test_a_sign_in_leads_to_the_page_that_was_asked_for(client: Client, ada: User):
    assert sign_in(client, "ada", PASSWORD, next="/?w=inbox")["Location"] == "/?w=inbox"


def test_guessing_is_stopped_even_with_the_right_password(client: Client, ada: User):
    for _ in range(PAIR.tries):
        assert sign_in(client, "ada", "wrong").status_code == 200
    answer = sign_in(client, "Ada ", PASSWORD)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) == PAIR.seconds
    assert "Too many tries" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_right_password_clears_the_count(client: Client, ada: User):
    for _ in range(PAIR.tries - 1):
        sign_in(client, "ada", "wrong")
    assert sign_in(client, "ada", PASSWORD).status_code == 302
    other = Client(enforce_csrf_checks=True)
    assert sign_in(other, "ada", "wrong").status_code == 200


def test_an_address_that_tries_many_names_is_stopped():
    for number in range(ADDRESS.tries):
        assert Attempt(account=f"name{number}", address="203.0.113.7").refused_for() == 0
    assert Attempt(account="one more", address="203.0.113.7").refused_for() == ADDRESS.seconds
    assert Attempt(account="one more", address="203.0.113.8").refused_for() == 0


def test_the_admin_has_no_door_of_its_own(client: Client, db: None):
    answer = client.get("/admin/login/?next=//evil")
    assert answer["Location"] == "/login/?next=%2Fadmin%2F"
    assert client.post("/admin/login/", {"username": "a"}).status_code in (403, 405)


def test_signing_out_needs_a_form(client: Client, ada: User):
    sign_in(client, "ada", PASSWORD)
    assert client.get("/logout/").status_code == 405
    token = client.cookies["agency_csrf"].value
    answer = client.post("/logout/", {"csrfmiddlewaretoken": token, "next": "//evil"})
    assert answer["Location"] == "/login/"
    assert client.get("/").status_code == 302


def test_a_changed_password_keeps_this_browser_and_ends_the_others(client: Client, ada: User):
    sign_in(client, "ada", PASSWORD)
    other = Client()
    other.force_login(ada)
    client.get("/password/")
    form = {
        "old_password": PASSWORD,
        "new_password1": "battery staple 7",
        "new_password2": "battery staple 7",
        "csrfmiddlewaretoken": client.cookies["agency_csrf"].value,
    }
    assert client.post("/password/", form)["Location"] == "/"
    assert client.get("/").status_code == 200
    assert other.get("/").status_code == 302


def test_who_came_by_a_link_sets_a_first_password(db: None):
    admin = User.objects.create(username="admin", is_superuser=True)
    admin.set_unusable_password()
    admin.save()
    client = Client()
    client.force_login(admin)
    assert "old_password" not in client.get("/password/").content.decode()
    form = {"new_password1": "battery staple 7", "new_password2": "battery staple 7"}
    assert client.post("/password/", form)["Location"] == "/"
    admin.refresh_from_db()
    assert admin.check_password("battery staple 7")


def test_who_is_signed_in_without_the_right_is_refused_by_the_admin_and_not_sent_round(
    client: Client, ada: User
):
    client.force_login(ada)
    door = client.get("/admin/")["Location"]
    assert client.get(door).status_code == 403

"""The link that signs the first administrator in, once."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from agency.commands.welcome.make_link import make_welcome_link
from agency.models import User, WelcomeLink


def test_the_link_signs_in_once(ada: User):
    token = make_welcome_link(user_id=ada.pk)
    first, second = Client(), Client()
    assert first.get(f"/welcome/{token}/")["Location"] == "/"
    assert first.get("/").status_code == 200
    answer = second.get(f"/welcome/{token}/")
    assert answer.status_code == 410
    assert second.get("/").status_code == 302


def test_who_is_in_already_is_led_to_the_desk_by_a_spent_link(ada: User):
    token = make_welcome_link(user_id=ada.pk)
    client = Client()
    client.get(f"/welcome/{token}/")
    assert client.get(f"/welcome/{token}/")["Location"] == "/"


def test_a_look_ahead_does_not_spend_the_link(ada: User):
    token = make_welcome_link(user_id=ada.pk)
    client = Client()
    assert client.head(f"/welcome/{token}/").status_code == 405
    assert client.get(f"/welcome/{token}/").status_code == 302


def test_a_newer_link_ends_the_older_one(ada: User):
    old = make_welcome_link(user_id=ada.pk)
    make_welcome_link(user_id=ada.pk)
    assert Client().get(f"/welcome/{old}/").status_code == 410


def test_an_old_link_or_a_closed_account_opens_nothing(ada: User):
    token = make_welcome_link(user_id=ada.pk)
    WelcomeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get(f"/welcome/{token}/").status_code == 410
    token = make_welcome_link(user_id=ada.pk)
    User.objects.update(is_active=False)
    assert Client().get(f"/welcome/{token}/").status_code == 410


def test_only_the_hash_of_a_token_is_kept(ada: User):
    token = make_welcome_link(user_id=ada.pk)
    assert token not in str(list(WelcomeLink.objects.values()))

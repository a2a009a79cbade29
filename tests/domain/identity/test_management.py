"""People and tokens from the command line, and the first way in."""

import hashlib
import io
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import CommandError, call_command

from agency.commands.identity.create_user import UserExists, create_user
from agency.commands.identity.first_administrator import first_administrator, first_welcome
from agency.commands.welcome.use_link import WelcomeLinkSpent, use_welcome_link
from agency.models import ApiToken, Membership, User, Workspace
from framework.core.errors import Invalid
from framework.db.clock import db_now

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse 42"


@pytest.fixture
def workspace() -> Workspace:
    return Workspace.objects.create(name="Home")


def run(*words: str, given: str = "", monkeypatch: pytest.MonkeyPatch | None = None) -> str:
    out = io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
    call_command(*words, stdout=out)
    return out.getvalue().strip()


def test_a_person_joins_the_first_workspace_as_editor(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("create_user", "ann", "--password-stdin", given=f"{PASSWORD}\n",
               monkeypatch=monkeypatch) == "ann"  # fmt: skip
    ann = User.objects.get(username="ann")
    assert ann.check_password(PASSWORD)
    assert not ann.is_staff
    membership = Membership.objects.get(user=ann)
    assert (membership.workspace, membership.role) == (workspace, "editor")
    assert not membership.can_answer


def test_staff_owns_the_workspace_and_answers(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("create_user", "bob", "--staff", "--password-stdin", given=PASSWORD,
        monkeypatch=monkeypatch)  # fmt: skip
    membership = Membership.objects.get(user__username="bob")
    assert (membership.role, membership.can_answer) == ("owner", True)
    assert User.objects.get(username="bob").is_superuser


@pytest.mark.parametrize("password", ["short", "12345678901", "password123"])
def test_a_weak_password_is_refused(password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError):
        run("create_user", "ann", "--password-stdin", given=password, monkeypatch=monkeypatch)
    assert not User.objects.filter(username="ann").exists()


def test_a_name_is_given_once() -> None:
    create_user(username="ann", password=PASSWORD)
    with pytest.raises(UserExists):
        create_user(username="ann", password=PASSWORD)


@pytest.mark.parametrize("name", ["", "two words", "x" * 151, "a\x00b"])
def test_an_impossible_name_is_refused(name: str) -> None:
    with pytest.raises(Invalid):
        create_user(username=name, password=PASSWORD)


def test_without_a_terminal_a_password_must_be_piped(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="--password-stdin"):
        run("create_user", "ann", monkeypatch=monkeypatch)


def test_a_token_is_printed_alone_and_kept_as_a_hash() -> None:
    user = create_user(username="ann", password=PASSWORD)
    token = run("create_token", "ann", "--scope", "read", "--scope", "run")
    row = ApiToken.objects.get(user=user)
    assert token.startswith("agency_")
    assert "\n" not in token
    assert row.token_hash == hashlib.sha256(token.encode()).hexdigest()
    assert row.scopes == ["read", "run"]


def test_a_token_needs_a_person_who_may_come_in() -> None:
    with pytest.raises(CommandError, match="no person named nobody"):
        run("create_token", "nobody")
    gone = create_user(username="gone", password=PASSWORD)
    User.objects.filter(id=gone.pk).update(is_active=False)
    with pytest.raises(CommandError):
        run("create_token", "gone")


def test_a_fresh_installation_gets_an_administrator_without_password(
    workspace: Workspace,
) -> None:
    admin = first_administrator()
    assert admin.is_superuser
    assert not admin.has_usable_password()
    assert Membership.objects.get(user=admin).role == "owner"
    assert first_administrator() == admin


def test_the_first_link_signs_in_once_and_is_made_until_there_is_a_password(settings: Any) -> None:
    first, second = (first_welcome().split("/")[1] for _ in range(2))
    with pytest.raises(WelcomeLinkSpent):
        use_welcome_link(token=first)
    admin = use_welcome_link(token=second)
    with pytest.raises(WelcomeLinkSpent):
        use_welcome_link(token=second)
    User.objects.filter(id=admin.pk).update(last_login=db_now())
    assert first_welcome() != ""
    admin.set_password("a horse and a battery")
    admin.save()
    assert first_welcome() == ""


def test_the_link_is_printed_with_the_address_people_use(settings: Any) -> None:
    settings.AGENCY_PUBLIC_URL = "https://agency.example.org/"
    assert run("welcome_link").startswith("https://agency.example.org/welcome/")
    User.objects.update(password=make_password("a horse and a battery"))
    assert run("welcome_link") == ""

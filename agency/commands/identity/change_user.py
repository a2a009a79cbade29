"""Change what an administrator sets about a person."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from agency.commands.identity.create_user import UserExists
from agency.commands.identity.revoke_token import tell_sockets
from agency.models import User
from framework.core.errors import AppError, Invalid, NotFound
from framework.db.transaction import after_commit, unit_of_work

PERSON = ("username", "display_name", "email")
ACCESS = ("is_active", "is_staff", "is_superuser")


class LastAdministrator(AppError):
    """The last administrator who can sign in stays one."""

    code = "last_administrator"
    status = 409


def change_user(*, user_id: int, changes: Mapping[str, Any]) -> User:
    """Set columns named in PERSON and ACCESS; a change of access closes every open socket.

    Raises LastAdministrator when nobody would be left who may do everything.
    """
    with unit_of_work():
        administrators = _locked_administrators()
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
        if user is None:
            raise NotFound
        before = _access(user)
        for name in (*PERSON, *ACCESS):
            setattr(user, name, changes.get(name, getattr(user, name)))
        if administrators == [user.pk] and not (user.is_active and user.is_superuser):
            raise LastAdministrator
        if _access(user) != before:
            user.epoch += 1
            after_commit(lambda: tell_sockets(user_id))
        _save(user)
        return user


def _access(user: User) -> list[bool]:
    return [getattr(user, name) for name in ACCESS]


def _locked_administrators() -> list[int]:
    """Under lock, so that two of them cannot step down at the same moment."""
    rows = User.objects.select_for_update(no_key=True).filter(is_superuser=True, is_active=True)
    return [user.pk for user in rows.order_by("pk")]


def _save(user: User) -> None:
    try:
        user.clean_fields(exclude=["password"])
        with transaction.atomic():
            user.save(update_fields=[*PERSON, *ACCESS, "epoch"])
    except ValidationError as error:
        raise Invalid(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise UserExists from error

"""A new person."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from agency.models import Membership, User, Workspace
from framework.core.errors import AppError, Invalid
from framework.db.transaction import unit_of_work


class UserExists(AppError):
    """There is already a person with this name."""

    code = "user_exists"
    status = 409


def create_user(*, username: str, password: str | None = None, is_staff: bool = False) -> User:
    """A person who is an editor of the first workspace.

    Staff owns it, answers its questions and may do everything in the admin. Without a
    password the person can only come in by a welcome link.
    """
    user = User(username=username, is_staff=is_staff, is_superuser=is_staff)
    try:
        user.clean_fields(exclude=["password"])
        if password is not None:
            validate_password(password, user)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages)) from error
    user.set_password(password)
    try:
        with unit_of_work():
            user.save()
            join_first_workspace(user)
    except IntegrityError as error:
        raise UserExists from error
    return user


def join_first_workspace(user: User) -> None:
    """Membership in the oldest workspace, when there is one."""
    workspace = Workspace.objects.order_by("created_at", "id").first()
    if workspace is not None:
        Membership.objects.create(
            workspace=workspace,
            user=user,
            role="owner" if user.is_staff else "editor",
            can_answer=user.is_staff,
        )

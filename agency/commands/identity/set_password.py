"""Give a person another password."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from agency.commands.identity.revoke_token import tell_sockets
from agency.models import User
from framework.core.errors import Invalid, NotFound
from framework.db.transaction import after_commit, unit_of_work


def set_password(*, user_id: int, password: str | None) -> User:
    """Set it, or with None leave only welcome links and tokens to come in by.

    Every browser that was signed in with the old one is out, and its sockets close.
    """
    with unit_of_work():
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
        if user is None:
            raise NotFound
        try:
            if password is not None:
                validate_password(password, user)
        except ValidationError as error:
            raise Invalid(" ".join(error.messages)) from error
        user.set_password(password)
        user.save(update_fields=["password"])
        after_commit(lambda: tell_sockets(user_id))
        return user

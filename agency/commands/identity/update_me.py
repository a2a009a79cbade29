"""What a person sets about themself."""

from typing import Any

from agency.models import User
from framework.core.errors import NotFound
from framework.core.text import strict_json, strict_name
from framework.db.transaction import unit_of_work

MAX_PREFERENCES = 32_000


def update_me(
    *,
    user_id: int,
    display_name: str | None = None,
    preferences: dict[str, Any] | None = None,
) -> User:
    """Set the shown name and replace the preferences; None leaves a thing as it is."""
    with unit_of_work():
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
        if user is None:
            raise NotFound
        if display_name is not None:
            user.display_name = strict_name(display_name, field="name") if display_name else ""
        if preferences is not None:
            user.preferences = strict_json(
                preferences, field="preferences", max_bytes=MAX_PREFERENCES
            )
        user.save(update_fields=["display_name", "preferences"])
        return user

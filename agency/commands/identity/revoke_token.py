"""Take a program's key away."""

from uuid import UUID

from agency.models import ApiToken
from framework.bus.groups import user_group
from framework.bus.publish import publish_control
from framework.core.errors import NotFound
from framework.db.clock import ClockNow
from framework.db.transaction import after_commit, unit_of_work

RECHECK = "credentials.changed"


def revoke_token(*, user_id: int, token_id: UUID) -> None:
    """End the token for good; its sockets are closed. Revoking twice is fine."""
    with unit_of_work():
        row = ApiToken.objects.filter(user_id=user_id, id=token_id).first()
        if row is None:
            raise NotFound
        if row.revoked_at is None:
            ApiToken.objects.filter(id=row.id).update(revoked_at=ClockNow())
            after_commit(lambda: tell_sockets(user_id))


def tell_sockets(user_id: int) -> None:
    """Have every socket of the person look at once whether it may stay; they look anyway."""
    publish_control(user_group(user_id), {"type": RECHECK})

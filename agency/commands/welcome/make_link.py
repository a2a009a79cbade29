"""A link that signs one person in, once."""

import hashlib
import secrets
from datetime import timedelta

from agency.models import WelcomeLink
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

LIFETIME = timedelta(days=1)


def token_hash(token: str) -> str:
    """What the row keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def make_welcome_link(*, user_id: int) -> str:
    """A fresh token for `/welcome/<token>/`; the person's earlier unused ones die."""
    token = secrets.token_urlsafe(24)
    with unit_of_work():
        WelcomeLink.objects.filter(user_id=user_id, used_at__isnull=True).delete()
        WelcomeLink.objects.create(
            user_id=user_id, token_hash=token_hash(token), expires_at=db_now() + LIFETIME
        )
    return token

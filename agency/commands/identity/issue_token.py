"""A key for a person's programs."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime

from agency.models import ApiToken
from framework.db.transaction import unit_of_work

PREFIX = "agency_"


def token_hash(token: str) -> str:
    """What the row keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue_token(
    *, user_id: int, name: str, scopes: Sequence[str] = (), expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """The row and the token itself, which nobody can ever read again."""
    token = PREFIX + secrets.token_urlsafe(32)
    with unit_of_work():
        row = ApiToken.objects.create(
            user_id=user_id,
            name=name,
            token_hash=token_hash(token),
            scopes=list(scopes),
            expires_at=expires_at,
        )
    return row, token

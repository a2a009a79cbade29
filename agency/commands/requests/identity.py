"""Requests about oneself and the keys of one's programs."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from agency.commands.idempotency import Answer
from agency.commands.identity.issue_token import issue_token
from agency.commands.identity.revoke_token import revoke_token
from agency.commands.identity.update_me import update_me
from agency.commands.requests.body import Body
from agency.commands.requests.catalogue import Moment
from agency.models import User
from agency.queries.catalogue import token_card
from agency.queries.credentials import SCOPES, Caller, MissingScope
from framework.core.errors import Invalid
from framework.core.text import strict_name


class MeBody(Body):
    """The shown name and the preferences, which are replaced as a whole."""

    name: str | None = None
    preferences: dict[str, Any] | None = None


class TokenBody(Body):
    """A new key; without scopes it may read, write and answer."""

    name: str
    scopes: Annotated[list[str], Field(max_length=10, default_factory=list)]
    expires_at: Moment | None = None


def change_me(user_id: int, body: MeBody) -> User:
    """The person as they are now."""
    return update_me(user_id=user_id, display_name=body.name, preferences=body.preferences)


def add_token(caller: Caller, body: TokenBody) -> Answer:
    """The key, shown this once; a token never makes one that may do more than itself."""
    scopes = body.scopes or list(SCOPES[:3])
    if unknown := sorted(set(scopes) - set(SCOPES)):
        raise Invalid.field("scopes", f"there is no scope {unknown[0]}")
    if missing := [one for one in scopes if not caller.may(one)]:
        raise MissingScope(f"This token may not give the scope {missing[0]}.", scope=missing[0])
    row, token = issue_token(
        user_id=caller.user_id,
        name=strict_name(body.name),
        scopes=scopes,
        expires_at=body.expires_at,
    )
    row.refresh_from_db()
    return Answer(201, token_card(row) | {"token": token}, secret=("token",))


def drop_token(user_id: int, token_id: UUID) -> Answer:
    """The key opens nothing any more."""
    revoke_token(user_id=user_id, token_id=token_id)
    return Answer(204)

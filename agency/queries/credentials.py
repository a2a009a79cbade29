"""Who is asking: a browser's session or a program's token, and whether it still holds."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import Q

from agency.models import ApiToken, User
from framework.core.errors import Forbidden
from framework.db.clock import ClockNow
from framework.db.compiled import Compiled, Given

SCOPES = ("read", "write", "answer", "admin")

_BY_DIGEST = Compiled(
    lambda: _live_tokens().select_related("user").filter(token_hash=Given("digest"))
)


class MissingScope(Forbidden):
    """This token was not given the scope for that."""

    code = "missing_scope"


@dataclass(frozen=True)
class Caller:
    """A person, and by what they showed who they are; `scopes` None means everything."""

    user_id: int
    username: str
    is_staff: bool
    epoch: int
    scopes: frozenset[str] | None = None
    token_id: UUID | None = None
    session_key: str | None = None
    session_hash: str = ""

    def may(self, scope: str) -> bool:
        """Whether the token, if it is one, was given the scope; `admin` includes all others."""
        return self.scopes is None or scope in self.scopes or "admin" in self.scopes

    def require(self, scope: str) -> None:
        """Raise MissingScope unless the scope was given."""
        if not self.may(scope):
            raise MissingScope(f"This needs a token with the scope {scope}.", scope=scope)


def token_caller(token: str) -> Caller | None:
    """The holder of a live token; None for one that is unknown, expired or revoked."""
    digest = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
    row = _BY_DIGEST.first(digest=digest)
    if row is None:
        return None
    # A key that was made on the command line without a scope is not limited.
    return _caller(row.user, scopes=frozenset(row.scopes) or None, token_id=row.id)


def session_caller(user: Any, session: Any) -> Caller | None:
    """The person of a browser's session, as Django's middleware found them."""
    if not getattr(user, "is_authenticated", False) or not user.is_active:
        return None
    return _caller(
        user,
        session_key=session.session_key if session is not None else None,
        session_hash=user.get_session_auth_hash(),
    )


def revoked(callers: Iterable[Caller]) -> set[Caller]:
    """Those whose access has ended since: three queries for any number."""
    asked = set(callers)
    users = {
        user.pk: user
        for user in User.objects.filter(pk__in={one.user_id for one in asked}, is_active=True)
    }
    tokens = set(
        _live_tokens()
        .filter(id__in={one.token_id for one in asked if one.token_id})
        .values_list("id", flat=True)
    )
    keys = {one.session_key for one in asked if one.session_key}
    live = BrowserSession.objects.filter(session_key__in=keys, expire_date__gt=ClockNow())
    sessions = set(live.values_list("session_key", flat=True))
    return {one for one in asked if not _holds(one, users.get(one.user_id), tokens, sessions)}


def _holds(one: Caller, user: User | None, tokens: set[UUID], sessions: set[str]) -> bool:
    if user is None or user.epoch != one.epoch or user.is_staff != one.is_staff:
        return False
    if one.token_id is not None:
        return one.token_id in tokens
    if one.session_key is None:
        return one.session_hash == user.get_session_auth_hash()
    return one.session_key in sessions and one.session_hash == user.get_session_auth_hash()


def _live_tokens() -> Any:
    unexpired = Q(expires_at=None) | Q(expires_at__gt=ClockNow())
    return ApiToken.objects.filter(unexpired, revoked_at=None, user__is_active=True)


def _caller(user: User, **how: Any) -> Caller:
    return Caller(
        user_id=user.pk,
        username=user.get_username(),
        is_staff=user.is_staff,
        epoch=user.epoch,
        **how,
    )

"""Who calls: a browser with its session cookie and CSRF token, or a program with a token."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from agency.commands.identity.touch_token import touch_token
from agency.models import User
from agency.queries.credentials import Caller, session_caller, token_caller


def from_token(header: str) -> Caller | None:
    """The caller of an Authorization header; None when it is not a bearer token's."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        return None
    caller = token_caller(token.strip())
    if caller is None or caller.token_id is None:
        raise AuthenticationFailed("This token is unknown, expired or revoked.")
    touch_token(token_id=caller.token_id)
    return caller


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`."""

    def authenticate(self, request: Request) -> tuple[User, Caller] | None:
        caller = from_token(request.META.get("HTTP_AUTHORIZATION", ""))
        if caller is None:
            return None
        user = User(id=caller.user_id, username=caller.username, is_staff=caller.is_staff)
        return user, caller

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="agency"'


class CookieAuthentication(SessionAuthentication):
    """The browser's session; writes need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found = super().authenticate(request)
        if found is None:
            return None
        user = found[0]
        return user, session_caller(user, request._request.session)


class _BearerScheme(OpenApiAuthenticationExtension):
    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class _CookieScheme(OpenApiAuthenticationExtension):
    target_class = CookieAuthentication
    name = "cookie"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "agency_session"}

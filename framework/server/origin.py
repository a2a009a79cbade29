"""Which web pages may open a socket."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Close a socket before it opens; the server answers its handshake with 403."""
    await receive()
    await send({"type": "websocket.close"})


class AllowedOrigins:
    """Refuses a socket whose page is not on AGENCY_ALLOWED_ORIGINS.

    A program sends no Origin and passes: it must bring a token, and no page can make a
    browser leave the header out.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.allows(scope):
            await self.app(scope, receive, send)
        else:
            await refuse(scope, receive, send)

    def allows(self, scope: Any) -> bool:
        """Whether the handshake's Origin, if it has one, is on the list."""
        given = [value for name, value in scope["headers"] if name == b"origin"]
        allowed = settings.AGENCY_ALLOWED_ORIGINS
        if not given or "*" in allowed:
            return True
        return len(given) == 1 and given[0].decode("latin-1").lower().rstrip("/") in allowed


@register(Tags.security)
def origins_are_named(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Refuse to start with every origin allowed, unless someone is debugging."""
    if "*" in settings.AGENCY_ALLOWED_ORIGINS and not settings.DEBUG:
        return [
            Error(
                "AGENCY_ALLOWED_ORIGINS is '*': any web page could open sockets here.",
                hint="Name the addresses people open, such as https://agency.example.org.",
                id="agency.E001",
            )
        ]
    return []

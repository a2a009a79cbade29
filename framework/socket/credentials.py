"""Where a handshake carries a program's token."""

from typing import Any

PREFIX = "bearer."
PLAIN = "agency"


def bearer_token(scope: dict[str, Any]) -> str | None:
    """The token of the Authorization header or of the subprotocol `bearer.<token>`."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if scheme.lower() == "bearer" else None
    for protocol in scope.get("subprotocols", []):
        if protocol.startswith(PREFIX):
            return str(protocol[len(PREFIX) :])
    return None


def chosen_protocol(scope: dict[str, Any]) -> str | None:
    """The subprotocol to accept: browsers give up when they offered some and none is chosen."""
    offered: list[str] = scope.get("subprotocols", [])
    if PLAIN in offered:
        return PLAIN
    return next((one for one in offered if one.startswith(PREFIX)), None)

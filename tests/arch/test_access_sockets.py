"""Every socket, as every kind of person: nothing lacks the check of its siblings."""

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from agency.channel.routing import websocket_urlpatterns
from agency.commands.identity.issue_token import issue_token
from framework.server.asgi import application
from tests.arch.access_table import OK, ROLES, SOCKETS
from tests.arch.access_world import Place, make_place


def test_every_socket_has_its_line_in_the_table() -> None:
    assert {str(pattern.pattern) for pattern in websocket_urlpatterns} == set(SOCKETS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("route", sorted(SOCKETS))
def test_each_role_opens_the_sockets_that_the_table_says(route: str) -> None:
    place = make_place("workspace")
    found = {
        role: asyncio.run(close_code(place.path(route), token_of(place, role))) for role in ROLES
    }
    assert found == SOCKETS[route]


def token_of(place: Place, role: str) -> str | None:
    """A token that is not limited; None for the anonymous."""
    user = place.people.get(role)
    return issue_token(user_id=user.pk, name="matrix")[1] if user is not None else None


async def close_code(path: str, token: str | None) -> int:
    """The code with which the socket is closed at once; OK when it answers."""
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    scope = {"type": "websocket", "path": path, "headers": headers, "subprotocols": []}
    # Not the communicator of Channels, which keeps database connections open.
    line: Any = ApplicationCommunicator(application, scope)
    await line.send_input({"type": "websocket.connect"})
    await line.send_input({"type": "websocket.receive", "text": '{"action":"ping"}'})
    code = None
    while code is None:
        message = await line.receive_output(10)
        if message["type"] == "websocket.close":
            code = int(message["code"])
        elif '"pong"' in message.get("text", ""):
            code = OK
    await line.send_input({"type": "websocket.disconnect", "code": 1000})
    await line.wait(10)
    return code

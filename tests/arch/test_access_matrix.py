"""Every address and socket, as every kind of person: nothing lacks the check of its siblings."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponseBase
from django.urls import URLPattern

from agency.api.urls import urlpatterns
from agency.channel.routing import websocket_urlpatterns
from agency.commands.identity.issue_token import issue_token
from framework.server.asgi import application
from tests.arch.access_table import MINE, OK, REST, ROLES, SESSION, SOCKETS, Line
from tests.arch.access_world import PNG, Place, make_place
from tests.contract.rest import Caller

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def routes() -> Iterator[tuple[str, str]]:
    """Every address under /api/ with each method that its view takes."""
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern)
        if route == "":
            continue  # what no address answers: 404 for everybody
        view = getattr(pattern.callback, "view_class", None)
        for method in METHODS:
            if method == "GET" if view is None else hasattr(view, method.lower()):
                yield route, method


def writes(table: dict[str, dict[str, Line]], prefix: str = "") -> list[Any]:
    """The lines that change something; each gets a place of its own."""
    return [
        pytest.param(f"{prefix}{route}", method, line, id=f"{method} {route}")
        for route, methods in table.items()
        for method, line in methods.items()
        if method != "GET"
    ]


def test_every_address_has_its_line_in_the_table() -> None:
    table = {(route, method) for route, methods in REST.items() for method in methods}
    assert set(routes()) == table


def test_every_socket_has_its_line_in_the_table() -> None:
    assert {str(pattern.pattern) for pattern in websocket_urlpatterns} == set(SOCKETS)


@pytest.mark.django_db(transaction=True)
def test_each_role_reads_what_the_table_says() -> None:
    place = make_place("workspace")
    reads = {route: lines["GET"][0] for route, lines in REST.items() if "GET" in lines}
    assert {route: answers(place, route, "GET") for route in reads} == reads


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("route", "method", "line"), writes(REST))
def test_each_role_writes_what_the_table_says(route: str, method: str, line: Line) -> None:
    expected, body = line
    place = make_place("workspace")
    assert answers(place, route, method, body, lambda: make_place("workspace")) == expected


@pytest.mark.django_db(transaction=True)
def test_a_private_session_is_read_by_its_owner_alone() -> None:
    place = make_place("private")
    reads = [f"session/{route}" for route, lines in SESSION.items() if "GET" in lines]
    reads += ["run/<uuid:run_id>/", "tool-call/<uuid:call_id>/"]
    reads += ["tool-call/<uuid:call_id>/output/", "interruption/<uuid:interruption_id>/"]
    assert {route: answers(place, route, "GET") for route in reads} == dict.fromkeys(reads, MINE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("route", "method", "line"), writes(SESSION, "session/"))
def test_a_private_session_is_changed_by_its_owner_alone(
    route: str, method: str, line: Line
) -> None:
    place = make_place("private")
    assert answers(place, route, method, line[1]) == MINE


def answers(
    place: Place,
    route: str,
    method: str,
    body: Any = None,
    renew: Callable[[], Place] | None = None,
) -> dict[str, int]:
    """The refusal that each role gets, the least entitled first; OK when it is none."""
    found = {}
    for role in ROLES:
        found[role] = refusal(called(place, role, method, f"/api{place.path(route)}", body))
        if method == "DELETE" and found[role] == OK and renew is not None:
            place = renew()
    return found


def called(place: Place, role: str, method: str, path: str, body: Any) -> Any:
    """The response to the role's call."""
    caller = Caller(place.people.get(role))
    if body != "form":
        return caller(method, path, place.body(body))
    form = {"file": SimpleUploadedFile("x", PNG), "workspace_id": place.ids["workspace"]}
    return caller.client.post(path, form)


def refusal(response: HttpResponseBase) -> int:
    """401, 403 or 404, else OK; a server's error is never an answer."""
    status = response.status_code
    is_unready = status == 503 and b"not_ready" in getattr(response, "content", b"")
    assert status < 500 or is_unready, getattr(response, "content", b"")
    response.close()
    return status if status in (401, 403, 404) else OK


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

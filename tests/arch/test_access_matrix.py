"""Every address, as every kind of person: nothing lacks the check of its siblings.

Writes share a place, and each finds it as it was made: what one changes is undone, and a refused
one has nothing to undo.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponseBase
from django.urls import URLPattern

from agency.api.urls import urlpatterns
from tests.arch.access_table import MINE, OF_ONE, OK, REST, ROLES, Line
from tests.arch.access_world import PNG, Place, make_place
from tests.arch.untouched import fingerprint, undone
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


def writes(table: dict[str, dict[str, Line]]) -> dict[tuple[str, str], Line]:
    """The lines that change something."""
    return {
        (route, method): line
        for route, methods in table.items()
        for method, line in methods.items()
        if method != "GET"
    }


WRITES = writes(REST)
NOUNS = list(dict.fromkeys(route.split("/")[0] for route, _ in WRITES))


def test_every_address_has_its_line_in_the_table() -> None:
    table = {(route, method) for route, methods in REST.items() for method in methods}
    assert set(routes()) == table


@pytest.mark.django_db(transaction=True)
def test_each_role_reads_what_the_table_says() -> None:
    place = make_place("workspace")
    reads = {route: lines["GET"][0] for route, lines in REST.items() if "GET" in lines}
    assert {route: seen(place, route) for route in reads} == reads


@pytest.mark.django_db
@pytest.mark.parametrize("noun", NOUNS)
def test_each_role_writes_what_the_table_says(noun: str) -> None:
    place = make_place("workspace")
    lines = {key: line for key, line in WRITES.items() if key[0].startswith(f"{noun}/")}
    found = {key: answers(place, *key, body) for key, (_, body) in lines.items()}
    assert found == {key: expected for key, (expected, _) in lines.items()}


@pytest.mark.django_db(transaction=True)
def test_a_private_session_is_read_by_its_owner_alone() -> None:
    place = make_place("private")
    reads = [f"session/{route}" for route, lines in OF_ONE.items() if "GET" in lines]
    reads += ["run/<uuid:run_id>/", "tool-call/<uuid:call_id>/"]
    reads += ["tool-call/<uuid:call_id>/output/", "interruption/<uuid:interruption_id>/"]
    assert {route: seen(place, route) for route in reads} == dict.fromkeys(reads, MINE)


@pytest.mark.django_db
def test_a_private_session_is_changed_by_its_owner_alone() -> None:
    place = make_place("private")
    lines = writes({f"session/{route}": methods for route, methods in OF_ONE.items()})
    found = {key: answers(place, *key, body) for key, (_, body) in lines.items()}
    assert found == dict.fromkeys(lines, MINE)


def seen(place: Place, route: str) -> dict[str, int]:
    """The refusal that each role gets when it looks; OK when it is none."""
    path = place.path(route)
    return {role: refusal(called(place, place.caller(role), "GET", path)) for role in ROLES}


def answers(place: Place, route: str, method: str, body: Any) -> dict[str, int]:
    """The refusal that each role gets; OK when it is none. A refusal has changed nothing."""
    found = {}
    callers = {role: place.caller(role) for role in ROLES}
    before = fingerprint()
    for role, caller in callers.items():
        with undone():
            found[role] = refusal(called(place, caller, method, place.path(route), body))
            if found[role] != OK:
                assert fingerprint() == before, f"{method} was refused and yet wrote"
    return found


def called(place: Place, caller: Caller, method: str, path: str, body: Any = None) -> Any:
    """The response to a call."""
    if body != "form":
        return caller(method, f"/api{path}", place.body(body))
    form = {"file": SimpleUploadedFile("x", PNG), "workspace_id": place.ids["workspace"]}
    return caller.client.post(f"/api{path}", form)


def refusal(response: HttpResponseBase) -> int:
    """401, 403 or 404, else OK; a server's error is never an answer."""
    status = response.status_code
    is_unready = status == 503 and b"not_ready" in getattr(response, "content", b"")
    assert status < 500 or is_unready, getattr(response, "content", b"")
    response.close()
    return status if status in (401, 403, 404) else OK

"""Who may open which socket, and for how long it stays open."""

import http.cookiejar
import urllib.parse
import urllib.request

import pytest
from websockets.exceptions import InvalidStatus

from tests.contract.people import Crowd
from tests.contract.socket_client import close_code, opened
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
PATHS = ("/channel/", "/channel/task/", "/channel/thread/")


def signed_in(stack: Stack, username: str) -> str:
    """The cookies of a browser in which the person signed in."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    browser.open(f"{stack.url}/login/").read()
    cookies = {one.name: one.value for one in jar}
    form = {
        "username": username,
        "password": "correct horse 42",
        "csrfmiddlewaretoken": cookies["agency_csrf"],
    }
    browser.open(f"{stack.url}/login/", urllib.parse.urlencode(form).encode()).read()
    cookies = {one.name: one.value for one in jar}
    assert "agency_session" in cookies
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


@pytest.mark.parametrize("path", PATHS)
def test_the_anonymous_are_closed_with_4401(stack: Stack, path: str) -> None:
    with opened(stack.socket_url, path=path) as line:
        assert close_code(line) == 4401


@pytest.mark.parametrize("path", PATHS)
def test_an_unknown_token_is_closed_with_4401(stack: Stack, path: str) -> None:
    with opened(stack.socket_url, "agency_unknown", path=path) as line:
        assert close_code(line) == 4401


def test_the_task_socket_is_closed_with_4403_to_all_but_staff(stack: Stack, crowd: Crowd) -> None:
    with opened(stack.socket_url, crowd.owner.token, path="/channel/task/") as line:
        assert close_code(line) == 4403
    with opened(stack.socket_url, crowd.staff.token, path="/channel/task/") as line:
        assert line.next()["type"] == "welcome"


def test_a_session_of_others_is_closed_with_4404(stack: Stack, crowd: Crowd) -> None:
    path = f"/channel/thread/{crowd.session()}/"
    for person in (crowd.stranger, crowd.editor, crowd.staff):
        with opened(stack.socket_url, person.token, path=path) as line:
            assert close_code(line) == 4404


def test_a_foreign_page_is_refused_before_the_socket_opens(stack: Stack, crowd: Crowd) -> None:
    for origin in ("https://evil.example", "null", f"http://evil.example:{stack.port}"):
        with (
            pytest.raises(InvalidStatus, match="403"),
            opened(stack.socket_url, crowd.owner.token, headers={"Origin": origin}),
        ):
            pass


def test_an_unknown_path_is_refused_without_a_traceback(stack: Stack, crowd: Crowd) -> None:
    for path in ("/channel/nope/", "/", "/channel/thread/not-an-id/"):
        with (
            pytest.raises(InvalidStatus, match="403"),
            opened(stack.socket_url, crowd.owner.token, path=path),
        ):
            pass
    assert "Traceback" not in (stack.folder / "web.log").read_text()


def test_a_token_may_come_as_a_subprotocol(stack: Stack, crowd: Crowd) -> None:
    secret = f"bearer.{crowd.owner.token}"
    with opened(stack.socket_url, subprotocols=[secret]) as line:
        assert line.next()["type"] == "text"
    with opened(stack.socket_url, subprotocols=["agency", secret]) as line:
        assert line.next()["data"]["user"]["id"] == crowd.owner.id
        assert line.socket.subprotocol == "agency"


def test_a_revoked_token_closes_its_sockets(stack: Stack, crowd: Crowd) -> None:
    made = crowd.editor.call("POST", "/api/token/", {"name": "short"})
    with opened(stack.socket_url, made["token"]) as line:
        line.next()
        crowd.editor.call("DELETE", f"/api/token/{made['id']}/")
        assert close_code(line, within=5) == 4401


def test_signing_out_closes_the_sockets_of_that_browser(stack: Stack, crowd: Crowd) -> None:
    cookie = signed_in(stack, crowd.editor.username)
    headers = {"Cookie": cookie, "Origin": stack.url}
    with (
        opened(stack.socket_url, headers=headers) as line,
        opened(stack.socket_url, crowd.editor.token) as other,
    ):
        line.next()
        other.next()
        sign_out(stack, cookie)
        assert close_code(line, within=5) == 4401
        other.send({"action": "ping"})
        assert other.until(lambda frame: frame["type"] == "pong")


def sign_out(stack: Stack, cookie: str) -> None:
    """As the button does."""
    token = dict(part.split("=", 1) for part in cookie.split("; "))["agency_csrf"]
    headers = {"Cookie": cookie, "X-CSRFToken": token, "Origin": stack.url}
    request = urllib.request.Request(f"{stack.url}/logout/", b"", headers)
    urllib.request.urlopen(request, timeout=10).read()


@pytest.mark.parametrize(
    "change",
    [
        "user.is_active = False",
        "user.set_password('another horse 43')",
        "user.epoch += 1",
    ],
)
def test_a_person_who_loses_access_loses_the_sockets(
    stack: Stack, crowd: Crowd, change: str
) -> None:
    name, _ = stack.person()
    cookie = signed_in(stack, name)
    with opened(stack.socket_url, headers={"Cookie": cookie, "Origin": stack.url}) as line:
        line.next()
        stack.manage(
            "shell",
            "-v",
            "0",
            "-c",
            f"from agency.models import User\nuser = User.objects.get(username='{name}')\n"
            f"{change}\nuser.save()",
        )
        assert close_code(line, within=5) == 4401


def test_a_token_without_the_scope_to_read_opens_nothing(stack: Stack, crowd: Crowd) -> None:
    made = crowd.editor.call("POST", "/api/token/", {"name": "writer", "scopes": ["write"]})
    with opened(stack.socket_url, made["token"]) as line:
        assert close_code(line) == 4403


def test_a_token_without_the_scope_to_write_only_reads(stack: Stack, crowd: Crowd) -> None:
    made = crowd.editor.call("POST", "/api/token/", {"name": "reader", "scopes": ["read"]})
    session = crowd.session("editor")
    with opened(stack.socket_url, made["token"]) as line:
        refused = line.ask({"message": "no", "session_id": session})
        assert (refused["code"], refused["status"]) == ("missing_scope", 403)
        assert line.ask({"subscribe": {f"session.{session}": 0}})["type"] == "ack"

"""Which pages may open a socket."""

from typing import Any

import pytest

from framework.server.origin import AllowedOrigins, origins_are_named, refuse


async def inner(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})


async def answer(*origins: bytes) -> str:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    scope = {"type": "websocket", "headers": [(b"origin", origin) for origin in origins]}
    await AllowedOrigins(inner)(scope, receive, send)
    return str(sent[0]["type"])


@pytest.fixture(autouse=True)
def origins(settings: Any) -> None:
    settings.AGENCY_ALLOWED_ORIGINS = ["https://ok.example"]


async def test_a_named_page_gets_in() -> None:
    assert await answer(b"https://ok.example") == "websocket.accept"


async def test_a_program_without_origin_gets_in() -> None:
    assert await answer() == "websocket.accept"


@pytest.mark.parametrize(
    "origin",
    [
        b"https://evil.example",
        b"http://ok.example",
        b"https://ok.example.evil",
        b"https://ok.example@evil.example",
        b"https://ok.example:444",
        b"null",
        b"",
        b"\xff",
    ],
)
async def test_a_foreign_page_is_refused(origin: bytes) -> None:
    assert await answer(origin) == "websocket.close"


async def test_two_origins_are_refused() -> None:
    assert await answer(b"https://ok.example", b"https://ok.example") == "websocket.close"


async def test_an_unknown_path_is_refused_before_the_socket_opens() -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await refuse({}, receive, send)
    assert sent == [{"type": "websocket.close"}]


def test_every_origin_at_once_is_refused_in_production(settings: Any) -> None:
    settings.AGENCY_ALLOWED_ORIGINS = ["*"]
    settings.DEBUG = False
    assert [problem.id for problem in origins_are_named(None)] == ["agency.E001"]
    settings.DEBUG = True
    assert origins_are_named(None) == []

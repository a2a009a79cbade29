"""Rates, frames and the watch over open connections."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from framework.core.errors import Invalid, PayloadTooLarge
from framework.socket import watch as watching
from framework.socket.credentials import bearer_token, chosen_protocol
from framework.socket.frames import parse_frame, ref_of
from framework.socket.limits import Throttle
from framework.socket.watch import Watch


class Clock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_fifty_a_second() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    assert sum(throttle.admits() for _ in range(1_000)) == 200
    clock.now = 2.0
    assert sum(throttle.admits() for _ in range(1_000)) == 100
    assert not throttle.is_flood


def test_only_a_lasting_flood_is_one() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    for _ in range(5_000):
        throttle.admits()
    assert not throttle.is_flood
    for _ in range(500):
        throttle.admits()
    assert throttle.is_flood
    clock.now = 60.0
    throttle.admits()
    for _ in range(300):
        throttle.admits()
    assert not throttle.is_flood


@pytest.mark.parametrize("text", ["", "1", "[]", "{", '{"a": Infinity}', '"\\ud800"'])
def test_what_is_no_object_is_invalid(text: str) -> None:
    with pytest.raises(Invalid):
        parse_frame(text)


def test_a_frame_beyond_the_limit_is_too_large(monkeypatch: Any) -> None:
    monkeypatch.setattr("framework.socket.frames.FRAME_LIMIT", 20)
    with pytest.raises(PayloadTooLarge):
        parse_frame('{"message": "far too long"}')


@pytest.mark.parametrize(("ref", "is_good"), [
    (None, True), ("a", True), (7, True), ("x" * 180, True),
    ("", False), ("x" * 181, False), (True, False), (1.5, False), ([], False),
])  # fmt: skip
def test_a_ref_is_a_short_text_or_a_number(ref: Any, is_good: bool) -> None:
    if is_good:
        assert ref_of({"ref": ref}) == ref
    else:
        with pytest.raises(Invalid):
            ref_of({"ref": ref})


def scope(*protocols: str, header: str = "") -> dict[str, Any]:
    headers = [(b"authorization", header.encode())] if header else []
    return {"headers": headers, "subprotocols": list(protocols)}


def test_a_token_comes_in_the_header_or_as_a_protocol() -> None:
    assert bearer_token(scope(header="Bearer  abc")) == "abc"
    assert bearer_token(scope(header="Basic abc")) is None
    assert bearer_token(scope("agency", "bearer.abc")) == "abc"
    assert bearer_token(scope()) is None


def test_the_plain_protocol_is_preferred_so_that_no_token_is_echoed() -> None:
    assert chosen_protocol(scope("bearer.abc", "agency")) == "agency"
    assert chosen_protocol(scope("bearer.abc")) == "bearer.abc"
    assert chosen_protocol(scope("other")) is None


async def until(is_so: Callable[[], bool]) -> None:
    """Let other tasks run until it is so, for 5 s at most."""
    async with asyncio.timeout(5):
        while not is_so():
            await asyncio.sleep(0)


async def test_connections_whose_pass_has_ended_are_closed_once(monkeypatch: Any) -> None:
    monkeypatch.setattr(watching, "EVERY_SECONDS", 0.01)
    ended: set[str] = set()
    asked: list[set[str]] = []
    closed: list[str] = []

    async def look(passes: set[str]) -> set[str]:
        asked.append(passes)
        if len(asked) == 2:
            raise OSError("the database is away")
        return passes & ended

    watch: Watch[str] = Watch(look)

    async def close_first() -> None:
        closed.append("first")

    async def close_second() -> None:
        closed.append("second")

    watch.add("a", close_first)
    watch.add("b", close_second)
    await until(lambda: len(asked) >= 4)
    assert closed == []
    ended.add("a")
    watch.look_now()
    await until(lambda: bool(closed))
    assert closed == ["first"]
    watch.remove("b", close_second)
    assert not watch.open

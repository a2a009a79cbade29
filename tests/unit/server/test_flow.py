"""Replies to clients that have gone are no failures."""

from typing import Any

from autobahn.exception import Disconnected
from daphne.server import Server

from framework.server.flow import FlowControl, Gate

END = {"type": "http.response.body", "body": b""}


class Protocol:
    """A connection whose client has gone."""

    channel = None

    def __init__(self) -> None:
        self.gate: Gate | None = Gate()


def server() -> FlowControl:
    made = FlowControl.__new__(FlowControl)
    made.connections = {}
    return made


async def test_the_end_of_a_stream_whose_client_has_gone_is_let_go() -> None:
    gone = Protocol()
    await server().handle_reply(gone, END)
    assert gone.gate is None


async def test_a_frame_to_a_client_that_has_just_gone_is_let_go(monkeypatch: Any) -> None:
    async def leave(*_: Any) -> None:
        raise Disconnected("gone")

    monkeypatch.setattr(Server, "handle_reply", leave)
    await server().handle_reply(Protocol(), {"type": "websocket.send"})

"""Let an application wait for a client that reads slowly.

Daphne takes whatever an application sends and keeps it in memory. Here `send` returns once the
client's connection has room again, as other servers do, so that a sender can bound what it keeps.
"""

import asyncio
from typing import Any

from autobahn.exception import Disconnected
from daphne.server import Server


class Gate:
    """Closed by the transport while its buffer is full."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    def pauseProducing(self) -> None:
        """The buffer is full."""
        self._open.clear()

    def resumeProducing(self) -> None:
        """There is room again."""
        self._open.set()

    def stopProducing(self) -> None:
        """The client is gone; nobody needs to wait any more."""
        self._open.set()

    async def passed(self) -> None:
        """Wait until there is room."""
        await self._open.wait()


class FlowControl(Server):
    """Daphne whose `send` waits for slow clients."""

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """As Daphne does, then wait for room."""
        kind = message["type"]
        gate: Gate | None = getattr(protocol, "gate", None)
        if kind == "http.response.body" and gate is not None and not message.get("more_body"):
            if protocol.channel is not None:  # else the client has gone meanwhile
                protocol.unregisterProducer()
            protocol.gate = gate = None
        try:
            await super().handle_reply(protocol, message)
        except Disconnected:
            return  # likewise; the application is told by a message of its own
        if kind == "websocket.accept":
            protocol.gate = Gate()
            # The HTTP side of the connection, which has done its part, stands there still.
            protocol.transport.unregisterProducer()
            protocol.transport.registerProducer(protocol.gate, True)
        elif kind == "http.response.body" and message.get("more_body") and gate is None:
            self._begin_stream(protocol)
        elif gate is not None and kind in ("websocket.send", "http.response.body"):
            await gate.passed()

    @staticmethod
    def _begin_stream(protocol: Any) -> None:
        if getattr(protocol, "channel", None) is not None and protocol.producer is None:
            protocol.gate = Gate()
            protocol.registerProducer(protocol.gate, True)

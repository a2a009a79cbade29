"""One web process: Daphne on a uvloop loop, on a socket it is given or opens itself."""

import argparse
import asyncio
import os
import signal
import sys
import time
from typing import Any

os.environ.setdefault("AGENCY_PROCESS", "web")
if sys.platform != "win32":
    import uvloop

    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from daphne.server import Server  # first: it chooses the event loop
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as twisted_reactor

from framework.server.asgi import application, background
from framework.server.flow import FlowControl
from framework.server.request import Request
from framework.server.settings.env import BEHIND_PROXY, HOST, PORT, SWITCH_SECONDS

reactor: Any = twisted_reactor

FRAME_LIMIT = 16 * 1024 * 1024
DRAIN_SECONDS = 5.0
GOING_AWAY = 1012


class WebServer(FlowControl, Server):
    """Daphne that finishes what it is answering before it goes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.ports: list[Any] = []
        self.draining = False
        self.jobs: list[asyncio.Task[None]] = []

    def listen_success(self, port: Any) -> None:
        """Keep the port, to close it while what it has accepted goes on."""
        super().listen_success(port)
        self.ports.append(port)

    def drain(self) -> None:
        """Take nothing new, tell sockets to come back, wait for answers in progress."""
        if self.draining:
            return
        self.draining = True
        for port in self.ports:
            port.stopListening()
        for protocol in self.open_connections():
            if isinstance(protocol, WebSocketProtocol):
                # Not sendClose, which knows no code for a server that restarts.
                protocol.sendCloseFrame(code=GOING_AWAY)
        self.stop_when_idle(time.monotonic() + DRAIN_SECONDS)

    def stop_when_idle(self, limit: float) -> None:
        """Stop once nothing is being answered, or when patience ends."""
        if not self.open_connections() or time.monotonic() > limit:
            self.stop()
        else:
            reactor.callLater(0.05, self.stop_when_idle, limit)

    def open_connections(self) -> list[Any]:
        """Those whose client is still there."""
        return [one for one, told in self.connections.items() if "disconnected" not in told]

    def kill_all_applications(self) -> Any:
        """Daphne's own stumbles over a connection whose application has just ended."""
        for details in self.connections.values():
            details.setdefault("application_instance", finished())
        return super().kill_all_applications()


def finished() -> "asyncio.Future[None]":
    """A future with nothing left to wait for."""
    future = asyncio.get_event_loop().create_future()
    future.set_result(None)
    return future


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int, help="a listening socket inherited from the parent")
    parser.add_argument("--host", default=HOST)
    parser.add_argument("--port", type=int, default=PORT)
    given = parser.parse_args()
    interface = given.host.replace(":", r"\:")
    endpoint = f"tcp:port={given.port}:interface={interface}"
    sys.setswitchinterval(SWITCH_SECONDS)
    server = WebServer(
        application,
        endpoints=[endpoint if given.fd is None else f"fd:fileno={given.fd}"],
        signal_handlers=False,
        server_name="agency",
        http_timeout=None,
        websocket_max_message_size=FRAME_LIMIT,
        websocket_max_frame_size=FRAME_LIMIT,
        verbosity=1,
        **proxy_headers(),
    )
    reactor.callWhenRunning(prepare, server)
    server.run()


def proxy_headers() -> dict[str, str]:
    """Whose word about a client's address counts: nobody's, unless a proxy is in front."""
    if not BEHIND_PROXY:
        return {}
    return {
        "proxy_forwarded_address_header": "X-Forwarded-For",
        "proxy_forwarded_proto_header": "X-Forwarded-Proto",
    }


def prepare(server: WebServer) -> None:
    """What can only be set up once the server is running."""
    build: Any = server.http_factory.buildProtocol

    def build_ours(address: Any) -> Any:
        protocol = build(address)
        protocol.requestFactory = Request
        return protocol

    server.http_factory.buildProtocol = build_ours
    # A frame over the limit is told so, instead of a cut line.
    server.ws_factory.setProtocolOptions(failByDrop=False, allowNullOrigin=True)
    loop = asyncio.get_event_loop()
    server.jobs = [loop.create_task(job()) for job in background]
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.drain)


if __name__ == "__main__":
    main()

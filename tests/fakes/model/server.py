"""Starts the fake: in this event loop, or in a thread of its own for tests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

from tests.fakes.model.app import App
from tests.fakes.model.http import Connection
from tests.fakes.model.spec import Spec

Shown = TypeVar("Shown")
START_SECONDS = 5.0


async def serve(
    app: App, port: int = 0, opened: WeakSet[Connection] | None = None
) -> tuple[asyncio.Server, int]:
    """Listen on this machine; port 0 takes a free one. Connections are noted in `opened`."""

    def connect() -> Connection:
        made = app.connect()
        if opened is not None:
            opened.add(made)
        return made

    loop = asyncio.get_running_loop()
    server = await loop.create_server(connect, "127.0.0.1", port)
    return server, int(server.sockets[0].getsockname()[1])


class FakeModel:
    """A running fake, and the test's hand on it."""

    def __init__(self, app: App | None = None) -> None:
        self._app = app or App()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fake-model", daemon=True)
        self._loop: asyncio.AbstractEventLoop
        self.url = ""

    def start(self) -> FakeModel:
        """Listen, and return only when requests will be answered."""
        self._thread.start()
        if not self._ready.wait(START_SECONDS):
            raise RuntimeError("the fake model did not start")
        return self

    def close(self) -> None:
        """Stop; streams under way are dropped."""
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(START_SECONDS)

    def script(self, *specs: Spec) -> None:
        """Queue answers; see `spec` for what they may say."""
        self._control("script", list(specs))

    def release(self, name: str) -> None:
        """Let everything that is held under this name go on."""
        self._control("release", {"name": name})

    def load(self, **shape: Any) -> None:
        """Answer whatever is neither scripted nor planned with an even stream."""
        self._control("load", shape)

    def window(self, tokens: int | None) -> None:
        """Refuse prompts over this many tokens."""
        self._control("window", {"tokens": tokens})

    def reset(self) -> None:
        """Forget script, requests and counts."""
        self._control("reset", None)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """Accepted calls, oldest first: path, headers, body."""
        return list(self._control("requests", None))

    @property
    def refused(self) -> list[dict[str, Any]]:
        """Calls that broke a rule of the API: a product bug unless the test meant it."""
        return list(self._control("refused", None))

    @property
    def begun(self) -> list[float]:
        """When each model call arrived, by a clock of its own."""
        return list(self._control("begun", None))

    @property
    def stats(self) -> dict[str, int]:
        """Counters of streams by their ending, and how many live now."""
        return dict(self._control("stats", None))

    def _control(self, name: str, given: Any) -> Any:
        return self._inside(lambda: self._app.control(name, given))

    def _inside(self, act: Callable[[], Shown]) -> Shown:
        async def run() -> Shown:
            return act()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(START_SECONDS)

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        opened: WeakSet[Connection] = WeakSet()
        server, port = await serve(self._app, opened=opened)
        self.url = f"http://127.0.0.1:{port}"
        self._ready.set()
        await self._stopped.wait()
        server.close()
        # A client that keeps its connection would leave ours to be found unclosed by a later test.
        for connection in list(opened):
            if hasattr(connection, "transport"):
                connection.transport.abort()

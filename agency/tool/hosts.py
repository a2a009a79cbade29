"""The pool of tool hosts of one event loop: started when needed, kept warm, killed when in doubt.

Each host is a process group of its own, so killing it takes along what its tool started.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from agency.tool.spec import ToolContext, ToolSpec

logger = logging.getLogger(__name__)

MAX_HOSTS = 16
MAX_IDLE = 4
MAX_CALLS = 200  # then a fresh process: what a tool leaks ends with its host
MAX_LINE = 64 * 1024 * 1024
PROVIDER_KEYS = frozenset({"ANTHROPIC_API_KEY", "OPENAI_API_KEY"})


class HostDied(Exception):
    """The tool's process ended before it answered."""


class Host:
    """One warm process; it serves one call at a time."""

    def __init__(self, process: asyncio.subprocess.Process, lifeline: int) -> None:
        self.process = process
        self.calls = 0
        self._lifeline = lifeline

    @classmethod
    async def start(cls) -> Host:
        """A new process in a session of its own."""
        theirs, ours = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "agency.tool.host", str(theirs),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=_environment(),
                pass_fds=(theirs,),
                start_new_session=True,
                limit=MAX_LINE,
            )  # fmt: skip
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return cls(process, ours)

    @property
    def is_fit(self) -> bool:
        """Alive and young enough for another call."""
        return self.process.returncode is None and self.calls < MAX_CALLS

    async def call(
        self, spec: ToolSpec, ctx: ToolContext, args: dict[str, Any], *, with_django: bool
    ) -> dict[str, Any]:
        """Send one call and pass its progress on; raises HostDied."""
        self.calls += 1
        order = {
            "tool": spec.module_path,
            "args": args,
            "session_id": ctx.session_id,
            "run_id": ctx.run_id,
            "call_id": ctx.call_id,
            "folder": str(ctx.folder),
            "outputs": str(ctx.outputs) if ctx.outputs else None,
            "django": with_django,
        }
        assert self.process.stdin is not None and self.process.stdout is not None
        with suppress(ConnectionError):  # its end then shows on the other pipe
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            await self.process.stdin.drain()
        while line := await self.process.stdout.readline():
            answer: dict[str, Any] = json.loads(line)
            if "progress" not in answer:
                return answer
            ctx.report_progress(answer["progress"])
        raise HostDied(_ending(await self.process.wait()))

    async def kill(self) -> None:
        """End the process group and wait until it is reaped; killing twice is fine."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()


class HostPool:
    """The hosts of one event loop."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(MAX_HOSTS)
        self._idle: list[Host] = []
        self._living: set[Host] = set()
        self._killings: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def host(self) -> AsyncIterator[Host]:
        """A host for one call; it is killed unless the call ends well."""
        async with self._places:
            host = await self._take()
            try:
                yield host
            except BaseException:
                await self._end(host)
                raise
            if host.is_fit and len(self._idle) < MAX_IDLE:
                self._idle.append(host)
            else:
                await self._end(host)

    async def close(self) -> None:
        """Kill and reap every host, busy ones too."""
        self._idle.clear()
        for host in list(self._living):
            await self._end(host)

    async def _take(self) -> Host:
        while self._idle:
            if (host := self._idle.pop()).is_fit:
                return host
            await self._end(host)
        # Shielded: a process started for a call that is cancelled meanwhile must not be lost.
        starting = asyncio.ensure_future(Host.start())
        try:
            host = await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._end_late)
            raise
        self._living.add(host)
        return host

    def _end_late(self, starting: asyncio.Future[Host]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self._killing(starting.result())

    def _killing(self, host: Host) -> asyncio.Task[None]:
        killing = asyncio.create_task(host.kill())
        self._killings.add(killing)
        killing.add_done_callback(self._killings.discard)
        return killing

    async def _end(self, host: Host) -> None:
        self._living.discard(host)
        await asyncio.shield(self._killing(host))


_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, HostPool] = WeakKeyDictionary()
_closers: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncGenerator[None, None]] = (
    WeakKeyDictionary()
)


async def pool() -> HostPool:
    """The running loop's pool; it is closed when the loop shuts its generators down."""
    loop = asyncio.get_running_loop()
    if (known := _pools.get(loop)) is not None:
        return known
    made = _pools[loop] = HostPool()
    closer = _closers[loop] = _close_with_loop(made)
    await anext(closer)
    return made


async def close_hosts() -> None:
    """End every host of the running loop, as a worker does when it stops."""
    if (known := _pools.pop(asyncio.get_running_loop(), None)) is not None:
        await known.close()


async def _close_with_loop(hosts: HostPool) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await hosts.close()


def _environment() -> dict[str, str]:
    paths = [str(Path(entry or ".").resolve()) for entry in sys.path]
    kept = {name: value for name, value in os.environ.items() if name not in PROVIDER_KEYS}
    return {**kept, "PYTHONPATH": os.pathsep.join(paths)}


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return f"signal {signal.Signals(-code).name}"
    return f"signal {-code}"

"""Server-sent events: a stream's frames after a cursor, then as they happen.

Note: nothing is held while it is quiet. The view is a coroutine; it borrows a database connection
for a read and gives it back, and waits on the broker's messages otherwise.
"""

import asyncio
import contextlib
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from agency.api.auth import from_token
from agency.api.event import MAX_SEQ
from agency.api.problems import MethodNotAllowed, as_problem, problem_response
from agency.queries.credentials import Caller, revoked, session_caller
from agency.queries.stream_source import StreamSource, in_thread, readable
from framework.bus.groups import session_group, stream_group, user_group, workspace_group
from framework.bus.listen import Listener, listening
from framework.core.errors import Invalid, RateLimited, Unauthenticated
from framework.db.clock import db_now
from framework.events.keys import StreamKey, session_stream, user_stream, workspace_stream
from framework.socket.doubt import Doubt
from framework.socket.follow import Follower
from framework.socket.outbox import Outbox
from framework.socket.watch import Close, Watch

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0
MOST_PER_PERSON = 50
MOST_PER_PROCESS = 2_000
POLL_SECONDS = 20.0

_open: Counter[int] = Counter()


async def _ended(callers: set[Caller]) -> set[Caller]:
    return await in_thread(revoked)(callers)


watch: Watch[Caller] = Watch(_ended)


async def session_events(request: HttpRequest, session_id: UUID) -> Any:
    """Everything of one session, its text while it is written included."""
    return await _serve(request, lambda _caller: session_stream(session_id))


async def workspace_events(request: HttpRequest, workspace_id: UUID) -> Any:
    """The catalogue of one workspace."""
    return await _serve(request, lambda _caller: workspace_stream(workspace_id))


async def my_events(request: HttpRequest) -> Any:
    """What concerns me."""
    return await _serve(request, lambda caller: user_stream(caller.user_id))


async def _serve(request: HttpRequest, key_of: Callable[[Caller], StreamKey]) -> Any:
    try:
        if request.method != "GET":
            raise MethodNotAllowed(f'Method "{request.method}" not allowed.')
        caller, moment = await in_thread(_admitted)(request)
        key, since = key_of(caller), _since(request)
        source = StreamSource(caller.user_id, moment)
        await source.rows(str(key), since)
        if _open[caller.user_id] >= MOST_PER_PERSON or _open.total() >= MOST_PER_PROCESS:
            raise RateLimited("Too many event streams are open.")
    except Exception as error:
        return _refused(as_problem(error))
    lines = _lines(caller, key, since, source)
    response = StreamingHttpResponse(lines, content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


def _refused(problem: Any) -> HttpResponse:
    response = problem_response(problem)
    if problem.status == Unauthenticated.status:
        response["WWW-Authenticate"] = 'Bearer realm="agency"'
    if problem.status == MethodNotAllowed.status:
        response["Allow"] = "GET"
    return response


def _admitted(request: HttpRequest) -> tuple[Caller, Any]:
    caller = from_token(request.META.get("HTTP_AUTHORIZATION", ""))
    caller = caller or session_caller(request.user, getattr(request, "session", None))
    if caller is None:
        raise Unauthenticated
    caller.require("read")
    return caller, db_now()


def _since(request: HttpRequest) -> int:
    """The number after which to begin; a browser that reconnects says it in a header."""
    text = request.META.get("HTTP_LAST_EVENT_ID") or request.GET.get("since_id") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MAX_SEQ):
        raise Invalid.field("since_id", "must be a whole number")
    return int(text)


def _groups(caller: Caller, key: StreamKey) -> list[str]:
    if key.kind == "session":
        return [session_group(key.subject), stream_group(key.subject), user_group(caller.user_id)]
    if key.kind == "workspace":
        return [workspace_group(key.subject), user_group(caller.user_id)]
    return [user_group(caller.user_id)]


async def _lines(
    caller: Caller, key: StreamKey, since: int, source: StreamSource
) -> AsyncIterator[str]:
    ready: asyncio.Queue[str | None] = asyncio.Queue(maxsize=16)
    outbox = Outbox()
    follower = Follower(source, outbox)

    async def close() -> None:
        await ready.put(None)

    _open[caller.user_id] += 1
    watch.add(caller, close)
    try:
        async with contextlib.AsyncExitStack() as stack:
            listener = await stack.enter_async_context(listening(_groups(caller, key)))
            group = await stack.enter_async_context(_background(close))
            doubt = Doubt()
            group.create_task(_hear(listener, follower, str(key), doubt))
            group.create_task(_poll(caller, key, follower, doubt, close))
            group.create_task(follower.run())
            group.create_task(outbox.run(ready.put))
            follower.subscribe({str(key): since}, None)
            yield ": connected\n\n"
            async for line in _paced(ready):
                yield line
    finally:
        watch.remove(caller, close)
        _open[caller.user_id] -= 1
        if not _open[caller.user_id]:
            del _open[caller.user_id]


@contextlib.asynccontextmanager
async def _background(close: Close) -> AsyncIterator[Any]:
    """Tasks that end with the block; one that fails ends it, and the client comes back."""

    async def guarded(work: Any) -> None:
        try:
            await work
        except Exception:
            log.exception("an event stream's task failed")
            await close()

    class Group:
        def __init__(self) -> None:
            self.tasks: list[asyncio.Task[Any]] = []

        def create_task(self, work: Any) -> None:
            self.tasks.append(asyncio.create_task(guarded(work)))

    group = Group()
    try:
        yield group
    finally:
        for task in group.tasks:
            task.cancel()
        await asyncio.gather(*group.tasks, return_exceptions=True)


async def _hear(listener: Listener, follower: Follower, stream: str, doubt: Doubt) -> None:
    """Pass on what is said of the stream; while it is in doubt who may read, nothing."""
    while True:
        message = await listener.next()
        if message.get("type") != "frame":
            watch.look_now()
            doubt.open()
        elif doubt.is_open:
            continue
        elif message.get("stream") == stream:
            follower.told(stream, message["seq"], message["text"])
        elif "stream" not in message:
            follower.ephemeral(message["text"], message.get("session", ""))


async def _poll(
    caller: Caller, key: StreamKey, follower: Follower, doubt: Doubt, close: Close
) -> None:
    """Look now and then, and when told to, whether the caller may still read; then mend."""
    while True:
        await doubt.wait(POLL_SECONDS)
        if key not in await in_thread(readable)(caller.user_id, [key]):
            await close()
            return
        if doubt.is_open:
            follower.show_text(str(key))
        doubt.settle()
        follower.poll()


async def _paced(ready: "asyncio.Queue[str | None]") -> AsyncIterator[str]:
    """Frames as they come, a comment when it has been quiet; ends when told to."""
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                text = await ready.get()
        except TimeoutError:
            yield ": heartbeat\n\n"
            continue
        if text is None:
            return
        seq = json.loads(text).get("seq")
        yield f"data: {text}\n\n" if seq is None else f"id: {seq}\ndata: {text}\n\n"

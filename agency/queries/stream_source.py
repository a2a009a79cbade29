"""Where sockets and SSE read the rows of streams, and who may read which."""

from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from channels.db import database_sync_to_async

from agency.access import my_workspaces, visible_sessions
from agency.queries.session_snapshot import draft_of_session
from framework.bus.groups import user_group, workspace_group
from framework.core.errors import NotFound
from framework.core.ids import parse_uuid
from framework.events.keys import StreamKey, user_stream, workspace_stream
from framework.events.models import Event, Stream
from framework.events.replay import cursors, events_after

P = ParamSpec("P")
T = TypeVar("T")

# Few threads and no pinning: a slow query of one socket must not hold up all others, and the
# pool of connections is small.
_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="socket-db")


def in_thread(act: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """The function for coroutines: it runs in a thread and gives its connection back."""
    run: Any = database_sync_to_async(act, thread_sensitive=False, executor=_threads)
    wrapped: Callable[P, Awaitable[T]] = run
    return wrapped


def require_reader(user_id: int, key: StreamKey) -> None:
    """Raise NotFound unless the person may read the stream."""
    subject = parse_uuid(key.subject)
    if key.kind == "user":
        may = key.subject == str(user_id)
    elif subject is None:
        may = False
    elif key.kind == "session":
        may = visible_sessions(user_id).filter(id=subject).exists()
    elif key.kind == "workspace":
        may = my_workspaces(user_id).filter(workspace_id=subject).exists()
    else:
        may = False
    if not may:
        raise NotFound(stream=str(key))


def readable(user_id: int, keys: list[StreamKey]) -> set[StreamKey]:
    """Those of the streams that the person may read."""
    allowed = set()
    for key in keys:
        try:
            require_reader(user_id, key)
        except NotFound:
            continue
        allowed.add(key)
    return allowed


def standing_groups(user_id: int) -> list[str]:
    """The groups that a product socket of the person hears all the time."""
    ids: list[UUID] = list(my_workspaces(user_id))
    return [user_group(user_id), *(workspace_group(one) for one in ids)]


def standing_cursors(user_id: int) -> dict[str, int]:
    """The newest numbers of the person's own stream and those of the workspaces."""
    keys = [user_stream(user_id), *(workspace_stream(one) for one in my_workspaces(user_id))]
    return cursors(keys)


def newest_of(key: StreamKey) -> dict[str, int]:
    """The newest number of one stream."""
    return cursors([key])


def _rows(user_id: int, stream: str, seq: int) -> list[dict[str, Any]]:
    key = StreamKey.parse(stream)
    require_reader(user_id, key)
    return events_after(key, seq)


def _base(user_id: int, stream: str, moment: datetime) -> int:
    key = StreamKey.parse(stream)
    require_reader(user_id, key)
    rows = Event.objects.filter(stream__kind=key.kind, stream__subject=key.subject)
    older = rows.filter(at__lt=moment).order_by("-seq").values_list("seq", flat=True).first()
    if older is not None:
        return older
    first = Stream.objects.filter(kind=key.kind, subject=key.subject)
    return (first.values_list("first_kept", flat=True).first() or 1) - 1


def _newest(streams: list[str]) -> dict[str, int]:
    return cursors([StreamKey.parse(stream) for stream in streams])


def _text_so_far(stream: str) -> list[dict[str, Any]]:
    key = StreamKey.parse(stream)
    subject = parse_uuid(key.subject)
    if key.kind != "session" or subject is None:
        return []
    draft = draft_of_session(subject)
    if draft is None:
        return []
    session = {"session_id": str(subject), "thread_id": str(subject)}
    return [{"type": "stream_snapshot", **session, "stream": draft}]


class StreamSource:
    """The rows of streams for one person, from the moment of connecting."""

    def __init__(self, user_id: int, moment: datetime) -> None:
        self.user_id = user_id
        self.moment = moment

    async def rows(self, stream: str, seq: int) -> list[dict[str, Any]]:
        """The next frames after `seq`."""
        return await in_thread(_rows)(self.user_id, stream, seq)

    async def base(self, stream: str) -> int:
        """The number before the first event since the connection."""
        return await in_thread(_base)(self.user_id, stream, self.moment)

    async def newest(self, streams: Iterable[str]) -> dict[str, int]:
        """The newest number of each stream."""
        return await in_thread(_newest)(list(streams))

    async def text_so_far(self, stream: str) -> list[dict[str, Any]]:
        """The snapshot of a text that is being written."""
        return await in_thread(_text_so_far)(stream)

"""The one way out to sockets and workers; everything here may be lost, and only costs time.

Note: one publisher thread per process. Callers enqueue and go on: they are coroutines of the hub,
database threads and web requests, and none of them may wait for the broker. The thread sends
what has gathered in one pipeline, in the order it was given, straight onto the channel layer's
group channels (`async_to_sync(group_send)` would open a connection for each call).
"""

import atexit
import json
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer
from django.conf import settings
from redis import Redis, RedisError

from framework.bus.connection import sync_redis
from framework.bus.groups import stream_group
from framework.bus.jobs import app
from framework.db.transaction import after_commit

log = logging.getLogger(__name__)

QUEUE_LIMIT = 20_000
BATCH = 200


@dataclass(frozen=True)
class _Stop:
    done: threading.Event


Send = Callable[[Any], object]
Job = Callable[[], None]


class _Publisher(threading.Thread):
    """Drains the queue; created on first use, so that it is made after any fork."""

    def __init__(self) -> None:
        super().__init__(name="bus-publisher", daemon=True)
        self.queue: queue.Queue[Send | Job | _Stop] = queue.Queue(QUEUE_LIMIT)
        self.dropped = 0

    def put(self, item: Send | _Stop) -> None:
        try:
            self.queue.put_nowait(item)
        except queue.Full:
            self.dropped += 1

    def run(self) -> None:
        while True:
            batch = [self.queue.get()]
            while len(batch) < BATCH and not self.queue.empty():
                batch.append(self.queue.get_nowait())
            stops = [item for item in batch if isinstance(item, _Stop)]
            self._send([item for item in batch if not isinstance(item, _Stop)])
            self._tell_dropped()
            for stop in stops:
                stop.done.set()

    def _tell_dropped(self) -> None:
        dropped, self.dropped = self.dropped, 0
        if dropped:
            log.warning("the broker is too slow: %d messages dropped", dropped)

    def _send(self, batch: list[Any]) -> None:
        try:
            pipe = sync_redis().pipeline(transaction=False)
            for send in batch:
                send(pipe)
            pipe.execute(raise_on_error=False)
        except (RedisError, OSError):
            log.warning("the broker is away: %d messages dropped", len(batch))
        except Exception:
            log.exception("a message could not be published")


_publisher: _Publisher | None = None
_guard = threading.Lock()


def _enqueue(item: Send | _Stop) -> None:
    global _publisher
    if _publisher is None or not _publisher.is_alive():
        with _guard:
            if _publisher is None or not _publisher.is_alive():
                _publisher = _Publisher()
                _publisher.start()
    _publisher.put(item)


def drain(seconds: float = 5.0) -> bool:
    """Wait until all that was enqueued before has been sent or dropped."""
    done = threading.Event()
    _enqueue(_Stop(done))
    return done.wait(seconds)


def _group_message(groups: Iterable[str], text: str, extra: dict[str, Any], pipe: Redis) -> None:
    layer: Any = get_channel_layer()
    message = layer.serialize({"type": "frame", "text": text, **extra})
    for group in groups:
        pipe.publish(group_channel(group), message)


def group_channel(group: str) -> str:
    """The broker's channel of a group."""
    # As the channel layer names it; the layer itself can be asked only inside an event loop.
    prefix = settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"]
    return f"{prefix}__group__{group}"


def publish_frame(groups: Iterable[str], text: str, *, stream: str, seq: int) -> None:
    """Tell the groups of a committed event; consumers fill what gets lost from the table."""
    wanted = tuple(groups)
    extra = {"stream": stream, "seq": seq}
    _enqueue(lambda pipe: _group_message(wanted, text, extra, pipe))


def publish_ephemeral(group: str, payload: dict[str, Any]) -> None:
    """Tell a group something that no table keeps: text deltas, typing, presence."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    extra = {"session": payload["session_id"]} if "session_id" in payload else {}
    _enqueue(lambda pipe: _group_message((group,), text, extra, pipe))


def publish_texts(
    session_id: UUID, texts: Sequence[str], *, first: Callable[[Redis], object]
) -> None:
    """Tell who watches a session's text of frames in JSON, after `first` in the same pipeline.

    The frames need not name the session: it travels beside them.
    """
    group, extra = stream_group(session_id), {"session": str(session_id)}

    def send(pipe: Redis) -> None:
        first(pipe)
        for text in texts:
            _group_message((group,), text, extra, pipe)

    _enqueue(send)


def publish_control(group: str, message: dict[str, Any]) -> None:
    """Tell the sockets of a group something about themselves (`type` names their handler)."""
    layer: Any = get_channel_layer()

    def send(pipe: Redis) -> None:
        pipe.publish(group_channel(group), layer.serialize(message))

    _enqueue(send)


def publish_raw(act: Callable[[Redis], object]) -> None:
    """Add commands of another module of this room to the next pipeline."""
    _enqueue(act)


def publish_job(name: str, *args: UUID | str | int) -> None:
    """After commit, hint a worker that there is work; the sweep finds it when the hint is lost."""
    texts = [str(arg) if isinstance(arg, UUID) else arg for arg in args]
    after_commit(lambda: _enqueue(lambda _pipe: _send_job(name, texts)))


def _send_job(name: str, args: list[str | int]) -> None:
    try:
        app.send_task(name, args=args, retry=False, ignore_result=True)
    except Exception:
        log.warning("the hint %s was not sent; the sweep will find the work", name)


atexit.register(lambda: _publisher is None or drain(2.0))

"""Write event rows in the transaction that made the change.

Note: counters last. A stream's counter row stays locked until commit, so every transaction of
that stream waits for it. Frames are therefore collected while a command works and written in one
go, streams in key order, as the last statements before commit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from framework.bus.publish import publish_frame
from framework.core.ids import uuid7
from framework.db.transaction import after_commit, before_commit, require_transaction
from framework.events.keys import StreamKey
from framework.events.models import Event

Frame = dict[str, Any]


@dataclass(frozen=True)
class Audience:
    """A stream that keeps the frame, and the groups that are told of it after commit."""

    stream: StreamKey
    groups: tuple[str, ...]


def record(frame: Frame, audiences: Iterable[Audience]) -> None:
    """Keep a frame for each audience; it is numbered and written at the end of the command.

    Raises NoTransaction outside a unit of work.
    """
    notes = require_transaction().notes
    rows: list[tuple[Audience, Frame]] | None = notes.get("events")
    if rows is None:
        rows = notes["events"] = []
        collected = rows
        before_commit(lambda: _write(collected))
    rows.extend((audience, frame) for audience in audiences)


def _write(rows: list[tuple[Audience, Frame]]) -> None:
    by_stream: dict[StreamKey, list[tuple[Audience, Frame]]] = {}
    for audience, frame in rows:
        by_stream.setdefault(audience.stream, []).append((audience, frame))
    events: list[Event] = []
    told: list[tuple[Audience, int, Frame]] = []
    keys = sorted(by_stream)
    reserved = _reserve([(key, len(by_stream[key])) for key in keys])
    for key in keys:
        told_here = by_stream[key]
        stream_id, last = reserved[key]
        first = last - len(told_here) + 1
        for seq, (audience, frame) in enumerate(told_here, start=first):
            numbered = frame | {"stream": str(key), "seq": seq}
            events.append(Event(stream_id=stream_id, seq=seq, frame=numbered))
            told.append((audience, seq, numbered))
    Event.objects.bulk_create(events)
    after_commit(lambda: _tell(told))


def _tell(told: list[tuple[Audience, int, Frame]]) -> None:
    for audience, seq, frame in told:
        publish_frame(audience.groups, frame, stream=str(audience.stream), seq=seq)


def _reserve(wanted: list[tuple[StreamKey, int]]) -> dict[StreamKey, tuple[UUID, int]]:
    """Take the next numbers of each stream; the rows stay locked until commit.

    One statement, which locks the rows in the order given: that of the keys, for everybody.
    """
    values: list[Any] = []
    for key, count in wanted:
        values += [uuid7(), key.kind, key.subject, count]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO events_stream (id, kind, subject, last_seq, first_kept)"
            f" VALUES {', '.join(['(%s, %s, %s, %s, 1)'] * len(wanted))}"
            " ON CONFLICT (kind, subject) DO UPDATE"
            " SET last_seq = events_stream.last_seq + EXCLUDED.last_seq"
            " RETURNING kind, subject, id, last_seq",
            values,
        )
        rows = cursor.fetchall()
    return {StreamKey(kind, subject): (found, last) for kind, subject, found, last in rows}

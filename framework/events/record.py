"""Write event rows in the transaction that made the change.

Note: counters last. A stream's counter row stays locked until commit, so every transaction of
that stream waits for it. Frames are therefore collected while a command works and written in one
go, streams in key order, as the last statement before commit.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from framework.bus.publish import publish_frame
from framework.core.ids import uuid7
from framework.db.transaction import after_commit, before_commit, require_transaction
from framework.events.keys import StreamKey

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


# One statement: the numbers of all streams are taken in the order given, that of the keys, for
# everybody (the rows stay locked until commit), and each frame is kept under its own.
_KEEP = """
WITH taken AS (
  INSERT INTO events_stream AS stream (id, kind, subject, last_seq, first_kept)
  SELECT id, kind, subject, count, 1
  FROM unnest(%s::uuid[], %s::text[], %s::text[], %s::bigint[]) AS wanted (id, kind, subject, count)
  ON CONFLICT (kind, subject) DO UPDATE SET last_seq = stream.last_seq + EXCLUDED.last_seq
  RETURNING id, kind, subject, last_seq
), kept AS (
  INSERT INTO events_event (stream_id, seq, at, frame)
  SELECT taken.id, last_seq - behind, clock_timestamp(), frame || jsonb_build_object(
    'stream', kind || '.' || subject, 'seq', last_seq - behind)
  FROM ROWS FROM (
    unnest(%s::text[]), unnest(%s::text[]), unnest(%s::bigint[]), jsonb_array_elements(%s::jsonb)
  ) AS told (kind, subject, behind, frame) JOIN taken USING (kind, subject)
)
SELECT kind, subject, last_seq FROM taken
"""


@dataclass(frozen=True)
class _Told:
    """A frame of one stream, with how many of the same transaction follow it there."""

    audience: Audience
    text: str
    behind: int


def _write(rows: Sequence[tuple[Audience, Frame]]) -> None:
    by_stream: dict[StreamKey, list[tuple[Audience, str]]] = {}
    texts: dict[int, str] = {}  # a frame that several streams keep is written once
    for audience, frame in rows:
        text = texts.setdefault(id(frame), "") or _text(frame)
        texts[id(frame)] = text
        by_stream.setdefault(audience.stream, []).append((audience, text))
    told = [
        _Told(audience, text, behind)
        for key in sorted(by_stream)
        for behind, (audience, text) in zip(
            reversed(range(len(by_stream[key]))), by_stream[key], strict=True
        )
    ]
    last = _keep({key: len(by_stream[key]) for key in sorted(by_stream)}, told)
    after_commit(lambda: _tell(told, last))


def _text(frame: Frame) -> str:
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


def _tell(told: Sequence[_Told], last: dict[StreamKey, int]) -> None:
    for one in told:
        key = one.audience.stream
        seq = last[key] - one.behind
        numbered = f'{one.text[:-1]},"stream":"{key}","seq":{seq}}}'
        publish_frame(one.audience.groups, numbered, stream=str(key), seq=seq)


def _keep(wanted: dict[StreamKey, int], told: Sequence[_Told]) -> dict[StreamKey, int]:
    """Write the frames; the newest number of each stream."""
    streams = [one.audience.stream for one in told]
    with connection.cursor() as cursor:
        cursor.execute(
            _KEEP,
            [
                [uuid7() for _ in wanted],
                [key.kind for key in wanted],
                [key.subject for key in wanted],
                list(wanted.values()),
                [key.kind for key in streams],
                [key.subject for key in streams],
                [one.behind for one in told],
                f"[{','.join(one.text for one in told)}]",
            ],
        )
        found = cursor.fetchall()
    return {StreamKey(kind, subject): newest for kind, subject, newest in found}

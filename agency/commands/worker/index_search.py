"""Search follows what was written: the next of what waits is folded and indexed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from agency.models import Message, SearchDuty, SearchSegment, SearchText, Session
from agency.search.fold import fold
from agency.search.keys import keys_in_segment, text_keys
from agency.search.pieces import message_words, pieces
from framework.db.compiled import Compiled
from framework.db.touch import save_columns
from framework.db.transaction import unit_of_work

INDEX_LOCK = 7_205_759_404
BATCH = 200
BATCH_SIZE = 400_000
SEGMENT_ROWS = 8_000
SEGMENT_SIZE = 8_000_000
COUNTED = ("rows", "size", "first_at", "last_at", "is_open")

_WAITING = Compiled(lambda: SearchDuty.objects.all())


@dataclass(frozen=True)
class Entry:
    """One text to be indexed, and where it belongs."""

    session: Session
    message_id: UUID | None
    at: datetime
    lane: str
    start: int
    text: str

    @property
    def domain(self) -> str:
        """Whose searches look here: its owner's, or those of the workspace it is shared with."""
        if self.session.visibility == "workspace":
            return f"w{self.session.workspace_id.hex}"
        return f"u{self.session.owner_id}"


def index_search() -> int:
    """Index a bounded batch, new texts before late ones; how many names and messages it took.

    Safe to repeat: what was indexed before is replaced. One process does it at a time.
    """
    if not _WAITING.exists():
        return 0
    with unit_of_work():
        duties = _next_duties() if _take_lock() else []
        entries, done = _entries(duties)
        _forget(done)
        _write(entries)
        SearchDuty.objects.filter(id__in=[duty.id for duty in done]).delete()
    return len(done)


def _take_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [INDEX_LOCK])
        row = cursor.fetchone()
    return bool(row and row[0])


def _next_duties() -> list[SearchDuty]:
    fresh = list(SearchDuty.objects.filter(late=False).order_by("id")[:BATCH])
    return fresh or list(SearchDuty.objects.filter(late=True).order_by("id")[:BATCH])


def _entries(duties: list[SearchDuty]) -> tuple[list[Entry], list[SearchDuty]]:
    """What the duties ask for, up to a bound of text; and which of them that covers."""
    sessions = Session.objects.in_bulk({duty.session_id for duty in duties})
    messages = Message.objects.only("role", "content", "created_at").in_bulk(
        {duty.message_id for duty in duties if duty.message_id}
    )
    entries: dict[tuple[UUID, UUID | None], list[Entry]] = {}
    done, size = [], 0
    for duty in duties:
        session = sessions.get(duty.session_id)
        message = messages.get(duty.message_id) if duty.message_id else None
        if session is not None and (message is not None or duty.message_id is None):
            found = list(_of_duty(duty, session, message))
            entries[session.id, duty.message_id] = found
            size += sum(len(entry.text) for entry in found)
        done.append(duty)
        if size > BATCH_SIZE:
            break
    return [entry for found in entries.values() for entry in found], done


def _of_duty(duty: SearchDuty, session: Session, message: Message | None) -> Iterator[Entry]:
    if message is None:
        words, at, lane = session.name, session.created_at, "name"
    else:
        words = message_words(message.role, message.content)
        at, lane = message.created_at, "late" if duty.late else "fresh"
    for start, piece in pieces(words):
        yield Entry(session, duty.message_id, at, lane, start, fold(piece))


def _forget(duties: Iterable[SearchDuty]) -> None:
    """Remove what an earlier duty made of the same names and messages."""
    named = [duty.session_id for duty in duties if duty.message_id is None]
    SearchText.objects.filter(session_id__in=named, message=None).delete()
    SearchText.objects.filter(message_id__in=[one.message_id for one in duties]).delete()


def _write(entries: list[Entry]) -> None:
    open_now = _open_segments({entry.domain for entry in entries})
    rows, written = [], {}
    for entry in entries:
        place = entry.domain, entry.lane
        segment = open_now.get(place) or _open_segment(*place, entry.at)
        written[segment.id] = open_now[place] = segment
        rows.append(_row(entry, segment))
        _count(segment, entry)
        if not segment.is_open:
            save_columns(segment, *COUNTED)  # before another one of its place is opened
            del open_now[place], written[segment.id]
    for segment in written.values():
        save_columns(segment, *COUNTED)
    SearchText.objects.bulk_create(rows, batch_size=500)


def _open_segments(domains: set[str]) -> dict[tuple[str, str], SearchSegment]:
    found = SearchSegment.objects.filter(domain__in=domains, is_open=True) if domains else ()
    return {(one.domain, one.lane): one for one in found}


def _open_segment(domain: str, lane: str, at: datetime) -> SearchSegment:
    return SearchSegment.objects.create(
        domain=domain, lane=lane, is_open=True, first_at=at, last_at=at
    )


def _count(segment: SearchSegment, entry: Entry) -> None:
    segment.rows += 1
    segment.size += len(entry.text)
    segment.first_at = min(segment.first_at, entry.at)
    segment.last_at = max(segment.last_at, entry.at)
    segment.is_open = segment.rows < SEGMENT_ROWS and segment.size < SEGMENT_SIZE


def _row(entry: Entry, segment: SearchSegment) -> SearchText:
    keys: Any = keys_in_segment(segment.id, text_keys(entry.text))
    return SearchText(
        segment=segment,
        session=entry.session,
        message_id=entry.message_id,
        subject=entry.message_id or entry.session.id,
        start=entry.start,
        at=entry.at,
        text=entry.text,
        keys=keys,
    )

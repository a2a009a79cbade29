"""Read what a client missed."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from framework.core.errors import CursorExpired
from framework.events.keys import StreamKey
from framework.events.models import Event, Stream

PAGE = 200


def events_after(key: StreamKey, seq: int, *, limit: int = PAGE) -> list[dict[str, Any]]:
    """The frames that follow `seq`, oldest first; raises CursorExpired when some are gone.

    A cursor from another life of this database (a restored backup) has expired too: nothing
    would ever come after it.
    """
    stream = Stream.objects.filter(kind=key.kind, subject=key.subject).first()
    last = stream.last_seq if stream is not None else 0
    if seq > last:
        raise CursorExpired(stream=str(key))
    if stream is None or seq == last:
        return []
    if seq + 1 < stream.first_kept:
        raise CursorExpired(stream=str(key), first_kept=stream.first_kept)
    rows = Event.objects.filter(stream_id=stream.id, seq__gt=seq).order_by("seq")
    return list(rows.values_list("frame", flat=True)[:limit])


def cursors(keys: Iterable[StreamKey]) -> dict[str, int]:
    """The newest number of each stream; 0 for one that has not begun."""
    wanted = list(keys)
    if not wanted:
        return {}
    match = Q(pk__in=[])
    for key in wanted:
        match |= Q(kind=key.kind, subject=key.subject)
    found = {
        f"{kind}.{subject}": last
        for kind, subject, last in Stream.objects.filter(match).values_list(
            "kind", "subject", "last_seq"
        )
    }
    return {str(key): found.get(str(key), 0) for key in wanted}

"""Where a search goes on: which band, and behind which result of it."""

import base64
import binascii
import json
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from agency.queries.search_finds import Rank
from agency.queries.search_rows import Place
from framework.core.errors import Invalid

WRONG = (
    ValueError, TypeError, AttributeError, OverflowError, binascii.Error, RecursionError
)  # fmt: skip


@dataclass(frozen=True)
class Cursor:
    """A band begins below `names` and `texts`, or where the first page began (`newest`)."""

    names: Place | None = None
    texts: Place | None = None
    over: tuple[str, ...] = ()
    newest: datetime | None = None
    after: Rank | None = None

    @property
    def is_first(self) -> bool:
        """Whether this is the band with the newest of all."""
        return self.names is None and self.texts is None

    def is_over(self, kind: str) -> bool:
        """Whether all of the kind stands in bands before."""
        return kind in self.over

    def top(self) -> Place | None:
        """What the first band must not go beyond on its later pages."""
        if self.newest is None or not self.is_first:
            return None
        return self.newest + timedelta(microseconds=1), UUID(int=0)

    def within(self, newest: datetime | None, after: Rank) -> "Cursor":
        """Further on in the same band."""
        return replace(self, newest=newest, after=after)

    def text(self) -> str:
        """The cursor as clients keep it."""
        parts = [
            _place_text(self.names), _place_text(self.texts), list(self.over),
            self.newest and self.newest.isoformat(), self.after and list(self.after),
        ]  # fmt: skip
        raw = json.dumps(parts, separators=(",", ":"))
        return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")

    @classmethod
    def parse(cls, text: str) -> "Cursor":
        """Raises Invalid for what was not made here."""
        try:
            raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            names, texts, over, newest, after = json.loads(raw)
            return cls(
                names=_place(names),
                texts=_place(texts),
                over=tuple(str(kind) for kind in over),
                newest=newest and _moment(newest),
                after=after and _rank(*after),
            )
        except WRONG as error:
            raise Invalid.field("cursor", "was not made by this server") from error


def _place_text(place: Place | None) -> list[str] | None:
    return place and [place[0].isoformat(), str(place[1])]


def _place(value: Any) -> Place | None:
    if value is None:
        return None
    at, subject = value
    return _moment(at), UUID(subject)


def _rank(score: Any, at: Any, found_id: Any) -> Rank:
    return float(score), float(at), str(found_id)


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None or not 1900 < moment.year < 9000:
        raise ValueError("a moment has a zone")
    return moment

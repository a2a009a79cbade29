"""What a person finds: ranked, with excerpts, page by page.

Note: bands. All that a common word finds cannot be ranked in the time that a person waits, and
the newest is what they mean most often. So the newest 200 messages and 50 names are ranked by how
well they answer, then the next, and so on. A band is fixed by the place where it begins, so what
is written meanwhile shifts no page; a page within it begins behind the last result shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from agency.models import Message, Session
from agency.queries.records import Record, stamp, text_id
from agency.queries.search_catalogue import catalogue_finds
from agency.queries.search_cursor import Cursor
from agency.queries.search_finds import Find
from agency.queries.search_rows import NAMES, TEXTS, Hit, Place, Scope, newest_hits
from agency.search.excerpt import excerpt
from agency.search.pieces import PIECE, message_words
from agency.search.query import KIND_WORTH, Query, recency

KINDS = tuple(KIND_WORTH)
ORDERS = ("relevance", "newest")
TEXT_BAND = 200
NAME_BAND = 50


@dataclass(frozen=True)
class Band:
    """A stretch of the newest finds, best first, and where the next one begins (None: nowhere)."""

    finds: list[Find]
    newest: datetime | None
    following: Cursor | None


def search(
    query: Query,
    scope: Scope,
    *,
    kinds: Sequence[str] = KINDS,
    order: str = "relevance",
    cursor: Cursor | None = None,
    limit: int,
) -> tuple[list[Record], Cursor | None]:
    """One page of what the caller may see, and the cursor of the next."""
    start = cursor or Cursor()
    shown: list[Find] = []
    # One or two letters are looked at again, so a band may turn out empty.
    while True:
        band = _band(query, scope, kinds, order, start)
        left = [find for find in band.finds if start.after is None or find.rank > start.after]
        room = limit - len(shown)
        shown += left[:room]
        if len(left) > room:
            following = start.within(band.newest, shown[-1].rank)
            return _records(query, shown), following
        if band.following is None or len(shown) == limit:
            return _records(query, shown), band.following
        start = band.following


def _band(query: Query, scope: Scope, kinds: Sequence[str], order: str, start: Cursor) -> Band:
    def hits(kind: str, lanes: Sequence[str], below: Place | None, count: int) -> list[Hit]:
        if kind not in kinds or start.is_over(kind):
            return []
        return newest_hits(query, scope, lanes, below=below or start.top(), count=count)

    names = hits("session", NAMES, start.names, NAME_BAND)
    texts = hits("message", TEXTS, start.texts, TEXT_BAND)
    newest = start.newest or max((hit.at for hit in names + texts), default=None)
    finds = _ranked(query, names, "session", order, newest)
    finds += _ranked(query, texts, "message", order, newest)
    if start.is_first and scope.user_id is not None and scope.session_id is None:
        finds += catalogue_finds(query, scope, kinds)
    following = _below(names, texts)
    return Band(sorted(finds, key=lambda find: find.rank), newest, following)


def _below(names: list[Hit], texts: list[Hit]) -> Cursor | None:
    """Where the band after one with these hits begins: a kind that was not full is over."""
    full = {"session": len(names) == NAME_BAND, "message": len(texts) == TEXT_BAND}
    if not any(full.values()):
        return None
    return Cursor(
        names=names[-1].place if full["session"] else None,
        texts=texts[-1].place if full["message"] else None,
        over=tuple(kind for kind, more in full.items() if not more),
    )


def _ranked(
    query: Query, hits: list[Hit], kind: str, order: str, newest: datetime | None
) -> list[Find]:
    """The hits with their worth; of the pieces of one text, the best."""
    best: dict[UUID, Find] = {}
    for hit in hits:
        if newest is None or not query.finds(hit.text):
            continue
        score = recency(hit.at, newest)
        if order == "relevance":
            score += query.worth(hit.text) + KIND_WORTH[kind]
        find = Find(kind, hit.subject, hit.at, round(score, 4), hit=hit)
        known = best.get(hit.subject)
        if known is None or known.score < find.score:
            best[hit.subject] = find
    return list(best.values())


def _records(query: Query, finds: list[Find]) -> list[Record]:
    """The finds as clients see them; what has gone in the meantime is left out."""
    hits = [find.hit for find in finds if find.hit is not None]
    sessions = Session.objects.only("name").in_bulk({hit.session_id for hit in hits})
    messages = Message.objects.only("role", "content", "branch_id", "depth", "session_id").in_bulk(
        [hit.message_id for hit in hits if hit.message_id]
    )
    found = []
    for find in finds:
        if find.hit is None:
            found.append(_record(find, find.title, excerpt(find.words, query.terms)))
        elif (session := sessions.get(find.hit.session_id)) is None:
            continue
        elif find.hit.message_id is None:
            shown = excerpt(session.name, query.terms)
            found.append(_record(find, session.name, shown, session_id=str(session.id)))
        elif (message := messages.get(find.hit.message_id)) is not None:
            found.append(_message_record(query, find, session, message))
    return found


def _message_record(query: Query, find: Find, session: Session, message: Message) -> Record:
    assert find.hit is not None
    words = message_words(message.role, message.content)
    start = find.hit.start
    return _record(
        find,
        session.name,
        excerpt(words[start : start + PIECE], query.terms),
        session_id=str(session.id),
        message_id=str(message.id),
        branch_id=text_id(message.branch_id),
        depth=message.depth,
        role=message.role,
    )


def _record(find: Find, title: str, shown: Any, **more: Any) -> Record:
    place = dict.fromkeys(("session_id", "message_id", "branch_id", "depth", "role"))
    return {
        "kind": find.kind,
        "id": str(find.id),
        "title": title,
        "excerpt": shown,
        **place,
        **more,
        "ts": stamp(find.at),
        "score": find.score,
    }

"""Search for staff: over all there is, whoever it belongs to."""

from uuid import UUID

from agency.queries.search_rows import NAMES, TEXTS, Scope, newest_hits
from agency.search.query import Query

MOST = 1_000
EVERYTHING = Scope(None, children=True)


def every_session_with(text: str) -> list[UUID]:
    """The sessions of the newest thousand texts, and of as many names, with all words."""
    query = Query.of(text)
    found = [
        *newest_hits(query, EVERYTHING, NAMES, below=None, count=MOST),
        *newest_hits(query, EVERYTHING, TEXTS, below=None, count=MOST),
    ]
    return list({hit.session_id for hit in found if query.finds(hit.text)})


def every_message_with(text: str) -> list[UUID]:
    """The newest thousand messages with all words."""
    query = Query.of(text)
    found = newest_hits(query, EVERYTHING, TEXTS, below=None, count=MOST)
    return list({hit.subject for hit in found if query.finds(hit.text)})

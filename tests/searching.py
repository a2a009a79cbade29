"""Search as tests use it: everything that waits is indexed first."""

from collections.abc import Sequence
from typing import Any

from agency.commands.worker.index_search import index_search
from agency.queries.search import search
from agency.queries.search_rows import Scope
from agency.search.query import Query

MESSAGES = ("message",)
BOTH = ("session", "message")


def index_all() -> int:
    """Index all that waits; how many batches that took."""
    count = 0
    while index_search():
        count += 1
    return count


def found(
    user: Any, text: str, *, kinds: Sequence[str] = MESSAGES, limit: int = 50, **scope: Any
) -> list[dict[str, Any]]:
    """The first page of what the person finds now."""
    index_all()
    return search(Query.of(text), Scope(user.pk, **scope), kinds=kinds, limit=limit)[0]


def found_messages(user: Any, text: str, **more: Any) -> list[str]:
    """The hits of the messages that the person finds, joined, in order."""
    records = found(user, text, **more)
    return [
        "".join(part["text"] for part in record["excerpt"] if part["hit"]) for record in records
    ]

"""Search over everything with words, and the history of sessions."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.access import session_for
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import UUID_SCHEMA, WORKSPACE, query_id, query_word
from agency.api.paging import MAX_QUERY, address_at, query_count, query_text
from agency.api.shapes import search as shapes
from agency.queries.records import session_record
from agency.queries.search import KINDS, ORDERS, search
from agency.queries.search_cursor import Cursor
from agency.queries.search_rows import Scope
from agency.queries.session_list import Wanted, history
from agency.search.query import Query
from framework.core.errors import Invalid

PAGE, MOST = 20, 50
DEEPEST = 10_000
TEXT = {"type": "string", "maxLength": MAX_QUERY}


def a_limit(default: int, most: int) -> OpenApiParameter:
    """How many results a page has."""
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}
    return OpenApiParameter("limit", schema)


def one_word(request: Request, name: str, words: tuple[str, ...]) -> str:
    """A query parameter out of a closed vocabulary, the first word when absent."""
    found = query_word(request, name, words) or [words[0]]
    if len(found) > 1:
        raise Invalid.field(name, f"must be one of {', '.join(words)}")
    return found[0]


class SearchView(Endpoint):
    """What has all these words."""

    @operation(
        answer=shapes.SearchPage,
        parameters=[
            OpenApiParameter(
                "q", TEXT, required=True, description="Words, or parts of words, as plain text."
            ),
            OpenApiParameter(
                "kind", str, description=f"One or more of {', '.join(KINDS)}, comma-separated."
            ),
            OpenApiParameter("session", UUID_SCHEMA, description="Only messages of this session."),
            WORKSPACE,
            OpenApiParameter("children", str, enum=["0", "1"], default="0"),
            OpenApiParameter("order", str, enum=list(ORDERS), default="relevance"),
            OpenApiParameter("cursor", str, description="From `next`."),
            a_limit(PAGE, MOST),
        ],
    )
    def get(self, request: Request) -> Any:
        """Ranked in bands of the newest; `previous` is always null: keep the pages you have."""
        user_id = caller_of(request).user_id
        text = query_text(request, "q", max_len=MAX_QUERY)
        if text is None or not text.strip():
            raise Invalid.field("q", "must not be blank")
        kinds = query_word(request, "kind", KINDS) or list(KINDS)
        session_id = query_id(request, "session")
        if session_id is not None:
            session_for(user_id, session_id)
            kinds = [kind for kind in kinds if kind == "message"]
        cursor = query_text(request, "cursor", max_len=2_000)
        results, following = search(
            Query.of(text),
            Scope(
                user_id,
                session_id=session_id,
                workspace_id=query_id(request, "workspace"),
                children=one_word(request, "children", ("0", "1")) == "1",
            ),
            kinds=kinds,
            order=one_word(request, "order", ORDERS),
            cursor=None if cursor is None else Cursor.parse(cursor),
            limit=query_count(request, "limit", default=PAGE, least=1, most=MOST),
        )
        following_text = None if following is None else following.text()
        return {
            "results": results,
            "next": address_at(request, following_text),
            "previous": None,
        }


class HistoryView(Endpoint):
    """Sessions, closed and live."""

    @operation(
        answer=shapes.History,
        parameters=[
            OpenApiParameter("q", TEXT, description="Words in the name or in one message."),
            OpenApiParameter("dashboard", UUID_SCHEMA),
            a_limit(50, 200),
            OpenApiParameter(
                "offset", {"type": "integer", "minimum": 0, "maximum": DEEPEST, "default": 0}
            ),
        ],
    )
    def get(self, request: Request) -> Any:
        """Newest first by number; `total` is exact to 1,000, then an estimate."""
        text = query_text(request, "q", max_len=MAX_QUERY)
        found = history(
            caller_of(request).user_id,
            Wanted(text=text, dashboard=query_id(request, "dashboard")),
            limit=query_count(request, "limit", default=50, least=1, most=200),
            offset=query_count(request, "offset", default=0, least=0, most=DEEPEST),
        )
        return {
            "sessions": [session_record(row) for row in found.sessions],
            "total": found.total,
            "has_more": found.has_more,
            "total_is_estimate": found.is_estimate,
        }

"""What was found, and the history of sessions."""

from agency.api.shapes.problem import IdText, PageShape, Shape, Time
from agency.api.shapes.session import Session


class ExcerptPart(Shape):
    """A piece of an excerpt; `hit` when it is what was looked for."""

    text: str
    hit: bool


class SearchResult(Shape):
    """A session by its name, a message, an agent or a document; fields that do not fit are null."""

    kind: str
    id: IdText
    title: str
    excerpt: list[ExcerptPart]
    session_id: IdText | None
    message_id: IdText | None
    branch_id: IdText | None
    depth: int | None
    role: str | None
    ts: Time
    score: float


class SearchPage(PageShape):
    """Results, best first within a band of the newest."""

    results: list[SearchResult]


class History(Shape):
    """A page of sessions by number."""

    sessions: list[Session]
    total: int
    has_more: bool
    total_is_estimate: bool

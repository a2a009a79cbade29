"""Agents and documents by name: few enough to be looked through, so they need no index."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from agency.access import my_workspaces
from agency.models import Agent
from agency.queries.files import visible_files
from agency.queries.search_finds import Find
from agency.queries.search_rows import Scope
from agency.search.fold import fold
from agency.search.query import KIND_WORTH, Query

MOST_LOOKED_AT = 2_000
Named = tuple[UUID, datetime, str, str]


def catalogue_finds(query: Query, scope: Scope, kinds: Sequence[str]) -> list[Find]:
    """What of the newest 2,000 of each kind has all terms, in places that the caller may see."""
    if scope.user_id is None or not query.terms:
        return []
    looks = {"agent": _agents, "document": _documents}
    found = []
    for kind in looks.keys() & set(kinds):
        for row_id, at, title, words in looks[kind](scope.user_id, scope.workspace_id):
            folded = fold(words)
            if query.finds(folded):
                score = round(query.worth(folded) + KIND_WORTH[kind], 4)
                found.append(Find(kind, row_id, at, score, title=title, words=words))
    return found


def _agents(user_id: int, workspace_id: UUID | None) -> Iterator[Named]:
    rows = Agent.objects.filter(workspace_id__in=my_workspaces(user_id))
    for row in _newest(rows, workspace_id):
        words = [row.name, *map(str, row.aliases), row.role, row.focus]
        yield row.id, row.created_at, row.name, " · ".join(word for word in words if word)


def _documents(user_id: int, workspace_id: UUID | None) -> Iterator[Named]:
    for row in _newest(visible_files(user_id, "document"), workspace_id):
        yield row.id, row.created_at, row.name, row.name


def _newest(rows: Any, workspace_id: UUID | None) -> Any:
    if workspace_id is not None:
        rows = rows.filter(workspace_id=workspace_id)
    return rows.order_by("-created_at", "-id")[:MOST_LOOKED_AT]

"""Beside 40,000 texts a search reads no more than its segments, and lists no more than a page.

Counted are the rows that the database's plans really touched, not the time they took.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agency.access import session_lanes
from agency.models import Session
from agency.queries.search import search
from agency.queries.search_rows import Scope
from agency.queries.session_list import ORDER, Wanted, wanted_sessions
from agency.search.fold import fold
from agency.search.keys import KEY_BITS, SEGMENTS, text_keys
from agency.search.query import Query
from framework.db.paging import paginate
from tests.admin.test_plans import rows_read
from tests.factories import World, make_session

ROWS = 40_000
SEGMENT = 2_000
SESSIONS = 100_000
PAGE_READ = 3_000
SEGMENTS_SQL = """
    INSERT INTO agency_searchsegment (id, domain, lane, rows, size, is_open, first_at, last_at)
    SELECT n, 'u' || %(owner)s, 'fresh', %(segment)s, 0, false,
        now() - (n + 1) * interval '1 day', now() - n * interval '1 day'
    FROM generate_series(1, %(rows)s / %(segment)s) n"""
TEXTS_SQL = """
    INSERT INTO agency_searchtext (segment_id, session_id, subject, start, at, text, keys)
    SELECT 1 + n / %(segment)s, %(session)s, gen_random_uuid(), 0,
        now() - n * interval '30 seconds', p.text,
        ARRAY(SELECT (((1 + n / %(segment)s) %% %(segments)s)::int << %(bits)s) | k
              FROM unnest(p.keys) k)
    FROM generate_series(0, %(rows)s - 1) n JOIN pool p ON p.number = CASE
        WHEN n = %(rows)s - 7 THEN 0 WHEN n %% 2 = 0 THEN 1 ELSE 2 END"""
POOL = ("the donaudampfschifffahrt", "the usual report", "去北京大学")


@pytest.fixture
def crowd(world: World) -> Session:
    """A session with 40,000 texts in 20 segments, one of them rare and old."""
    session = make_session(world)
    facts: dict[str, Any] = {
        "owner": world.owner.pk, "session": session.id, "rows": ROWS, "segment": SEGMENT,
        "segments": SEGMENTS, "bits": KEY_BITS,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE pool (number int, text text, keys int[])")
        for number, text in enumerate(POOL):
            folded = fold(text)
            row: list[Any] = [number, folded, list(text_keys(folded))]
            cursor.execute("INSERT INTO pool VALUES (%s, %s, %s)", row)
        cursor.execute(SEGMENTS_SQL, facts)
        cursor.execute(TEXTS_SQL, facts)
        cursor.execute("DROP TABLE pool")
        cursor.execute("ANALYZE agency_searchtext")
    return session


def most_read(act: Callable[[], Any]) -> int:
    """The most rows that any statement of the act takes from one table."""
    with CaptureQueriesContext(connection) as queries:
        act()
    reads = [one["sql"] for one in queries if one["sql"].lstrip("( \n").startswith("SELECT")]
    return max(map(rows_read, reads), default=0)


def test_a_search_reads_one_segment_or_what_it_finds(world: World, crowd: Session) -> None:
    common = ("report", "the report", "京", "t")
    rare = ("dampfschiff", "therepor", "nowhere", "京北")

    def read(user: Any, text: str) -> int:
        scope = Scope(user.pk)
        return most_read(lambda: search(Query.of(text), scope, kinds=("message",), limit=20))

    found = {text: read(world.owner, text) for text in (*common, *rare)}
    assert all(found[text] <= SEGMENT for text in common), found
    assert all(found[text] <= ROWS // SEGMENT + 10 for text in rare), found
    assert read(world.viewer, "report") <= ROWS // SEGMENT + 10  # none of it is theirs


SESSIONS_SQL = """
    INSERT INTO agency_session (id, workspace_id, owner_id, visibility, kind, depth, folder,
        overrides, name, name_source, status, queue_paused, version, created_at, updated_at,
        dashboard, fingerprint)
    SELECT gen_random_uuid(), %(workspace)s, CASE n %% 2 WHEN 0 THEN %(owner)s ELSE %(other)s END,
        CASE n %% 1000 WHEN 1 THEN 'workspace' ELSE 'private' END, 'chat', 0, '', '{}', '', 'auto',
        CASE n %% 5000 WHEN 0 THEN 'failed' ELSE 'idle' END, false, 1, now(),
        now() - n * interval '1 minute', CASE n %% 5000 WHEN 2 THEN %(board)s::uuid END, ''
    FROM generate_series(1, %(rows)s) n"""
BOARD = "01a22d4d-b1cb-72be-b387-a5dd2790bfe1"


def test_every_filter_and_depth_of_the_session_list_reads_a_page(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts: dict[str, Any] = {
        "workspace": world.workspace.id, "owner": world.owner.pk, "other": world.editor.pk,
        "rows": SESSIONS, "board": BOARD,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(SESSIONS_SQL, facts)
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("ANALYZE agency_session")
    middle = Session.objects.filter(owner=world.owner).order_by("updated_at")[SESSIONS // 4]
    wanted = {
        "all": Wanted(),
        "deep": Wanted(until=middle.updated_at),
        "failed": Wanted(statuses=("failed",)),
        "of an agent": Wanted(agent_id=world.agent.id),
        "of a board": Wanted(dashboard=middle.id),
        "of a parent": Wanted(parent_id=middle.id),
        "of a word": Wanted(text="nowhere"),
        "of a workspace": Wanted(workspace_id=world.workspace.id),
        "all at once": Wanted(statuses=("failed",), dashboard=middle.id, since=middle.updated_at),
    }
    lanes = session_lanes(world.owner.pk)

    def page(one: Wanted) -> Any:
        rows = wanted_sessions(world.owner.pk, one)
        return paginate(rows, ORDER, cursor=None, limit=50, lanes=lanes)

    read = {name: most_read(lambda one=one: page(one)) for name, one in wanted.items()}  # type: ignore[misc]  # bound now
    assert max(read.values()) <= PAGE_READ, read
    assert len(page(Wanted(statuses=("failed",))).rows) == SESSIONS // 5000

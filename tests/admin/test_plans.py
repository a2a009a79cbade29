"""Beside 100,000 rows a list reads as few as beside none: what each of its queries reads.

Counted are the rows that the database's plans really touched, not the time they took.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model as Row
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agency.models import Branch, Message, ModelCall, Run, Session
from framework.events.models import Event, Stream
from tests.admin.test_lists import url
from tests.factories import World, make_session

ROWS = 100_000
# A page of 50, the bounded count of 1,001, and what a join may add to them.
MOST_READ = 3_000
FILL = {
    Session: """
        INSERT INTO agency_session (id, workspace_id, owner_id, visibility, kind, depth, folder,
            overrides, name, name_source, status, queue_paused, version, created_at, updated_at,
            fingerprint)
        SELECT gen_random_uuid(), %(workspace)s, %(owner)s, 'private', 'chat', 0, '', '{}',
            'session ' || n, 'auto', 'idle', false, 1, now(), now(), ''
        FROM generate_series(1, %(rows)s) AS n""",
    Run: """
        INSERT INTO agency_run (id, created_at, session_id, branch_id, kind, status, fence, step,
            attempt, first_depth, queued_at, lost_count)
        SELECT gen_random_uuid(), now() - n * interval '1 second', %(session)s, %(branch)s,
            'turn', 'done', 1, 0, 0, 0, now(), 0
        FROM generate_series(1, %(rows)s) AS n""",
    Message: """
        INSERT INTO agency_message (id, created_at, session_id, branch_id, depth, role, content,
            fingerprint, settled, partial)
        SELECT gen_random_uuid(), now(), %(session)s, %(branch)s, n, 'human',
            '{"content": "hello"}', '', true, false
        FROM generate_series(1, %(rows)s) AS n""",
    ModelCall: """
        INSERT INTO agency_modelcall (id, created_at, session_id, run_id, step, attempt, purpose,
            model, prompt_digest, state, estimated, charge, fallback_of)
        SELECT gen_random_uuid(), now(), %(session)s, gen_random_uuid(), 0, 1, 'turn', 'demo', '',
            'done', false, 0, ''
        FROM generate_series(1, %(rows)s) AS n""",
    Event: """
        INSERT INTO events_event (stream_id, seq, at, frame)
        SELECT %(stream)s, n, now(), '{"type": "message"}'
        FROM generate_series(1000, 1000 + %(rows)s) AS n""",
}


@pytest.fixture
def crowd(world: World) -> Session:
    """A session with 100,000 runs, messages, calls and events, beside as many sessions."""
    session = make_session(world)
    facts = {
        "rows": ROWS,
        "workspace": world.workspace.id,
        "owner": world.owner.pk,
        "session": session.id,
        "branch": Branch.objects.get(session=session).id,
        "stream": Stream.objects.get(subject=str(session.id)).id,
    }
    with connection.cursor() as cursor:
        # The rows are consistent by making; checking each of their keys would take minutes.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model, sql in FILL.items():
            cursor.execute(sql, facts)
            cursor.execute(f"ANALYZE {model._meta.db_table}")
        cursor.execute("SET LOCAL session_replication_role = origin")
    return session


def scans(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each node of a plan that reads a table."""
    if "Relation Name" in plan:
        yield plan
    for part in plan.get("Plans", []):
        yield from scans(part)


def rows_read(sql: str) -> int:
    """The most rows that the query takes from one table."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}")
        answer = cursor.fetchone()
    assert answer is not None
    plan = answer[0] if isinstance(answer[0], list) else json.loads(answer[0])
    return max((_taken(scan) for scan in scans(plan[0]["Plan"])), default=0)


def _taken(scan: dict[str, Any]) -> int:
    removed = scan.get("Rows Removed by Filter", 0)
    return int((scan["Actual Rows"] + removed) * scan["Actual Loops"])


def most_read(client: Client, model: type[Row], **asked: Any) -> int:
    """The most that any query of the list's page reads."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url(model, "changelist"), asked).status_code == 200
    selects = [query["sql"] for query in queries if query["sql"].lstrip().startswith("SELECT")]
    # Words that are nowhere end the search before it comes to the table.
    assert any(name in sql for sql in selects for name in (model._meta.db_table, "agency_search"))
    return max(rows_read(sql) for sql in selects)


def shown(client: Client, model: type[Row], **asked: Any) -> Any:
    return client.get(url(model, "changelist"), asked).context["cl"]


def test_lists_beside_a_hundred_thousand_rows_read_a_page(root: Client, crowd: Session) -> None:
    wide = {model: most_read(root, model) for model in FILL}
    of_one = {
        model: most_read(root, model, **{f"{column}__exact": str(crowd.id)})
        for model, column in {Run: "session", Message: "session", ModelCall: "session_id"}.items()
    }
    found = {model: most_read(root, model, q=str(crowd.id)) for model in FILL}
    named = most_read(root, Event, q=f"session.{crowd.id}")
    assert max(*wide.values(), *of_one.values(), *found.values(), named) <= MOST_READ, (
        wide, of_one, found, named,
    )  # fmt: skip

    words = [most_read(root, model, q="no such name") for model in (Session, Message)]
    assert max(words) <= MOST_READ
    # The measure sees when every row is looked at.
    assert rows_read("SELECT count(*) FROM agency_session WHERE name LIKE '%no such%'") >= ROWS

    for model in FILL:
        count = shown(root, model).result_count
        assert ROWS * 0.8 < count < ROWS * 1.2
    filtered = shown(root, Run, status__exact="done").result_count
    assert ROWS * 0.8 < filtered < ROWS * 1.2
    assert shown(root, Run, status__exact="failed").result_count == 0


def test_a_few_rows_are_counted_exactly(root: Client, world: World) -> None:
    for _ in range(3):
        make_session(world)
    assert shown(root, Session).result_count == 3

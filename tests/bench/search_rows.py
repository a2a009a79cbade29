"""A million messages in a thousand sessions of one person, indexed as the product would.

Made in the database out of a pool of texts; a process of its own, told by JSON on standard input.
"""

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")
django.setup()

from django.db import connection  # noqa: E402 (needs the app registry)

from agency.commands.worker.index_search import SEGMENT_ROWS  # noqa: E402
from agency.models import SearchSegment, User  # noqa: E402
from agency.search.fold import fold  # noqa: E402
from agency.search.keys import KEY_BITS, SEGMENTS, text_keys  # noqa: E402
from tests.bench.rows import agent_of, people  # noqa: E402
from tests.bench.search_times import figures  # noqa: E402

POOL = 20_000
CHINESE = "我们今天去北京大学学习中文和历史明天再回来看电影吃饭"
SETTINGS = ("session_replication_role = replica", "synchronous_commit = off",
            "maintenance_work_mem = '400MB'", "work_mem = '64MB'")  # fmt: skip
STEPS = (
    """INSERT INTO agency_session (id, workspace_id, owner_id, visibility, kind, depth, folder,
        overrides, name, name_source, status, queue_paused, version, created_at, updated_at,
        agent_id, fingerprint)
    SELECT gen_random_uuid(), %(workspace)s, %(owner)s, 'private', 'chat', 0, '', '{}',
        'Session ' || n, 'auto', CASE n %% 10 WHEN 0 THEN 'failed' ELSE 'completed' END, false, 1,
        now() - n * interval '1 hour', now() - n * interval '1 hour', %(agent)s, ''
    FROM generate_series(1, %(sessions)s) n""",
    """CREATE TEMP TABLE place AS SELECT row_number() OVER (ORDER BY id) - 1 AS n,
        id AS session_id, gen_random_uuid() AS branch_id FROM agency_session
    WHERE owner_id = %(owner)s""",
    """INSERT INTO agency_branch (id, session_id, head_depth, name, hidden, version, created_at,
        updated_at)
    SELECT branch_id, session_id, %(messages)s / %(sessions)s, '', false, 1, now(), now()
    FROM place""",
    """CREATE TEMP TABLE made AS SELECT m.n, gen_random_uuid() AS id, p.session_id, p.branch_id,
        1 + m.n / %(sessions)s AS depth,
        now() - (%(messages)s - m.n) * interval '30 seconds' AS at,
        (hashint4(m.n::int) & 2147483647) %% %(pool)s AS pooled
    FROM generate_series(0, %(messages)s - 1) m (n)
    JOIN (SELECT *, count(*) OVER () AS total FROM place) p ON p.n = m.n %% p.total""",
    """INSERT INTO agency_message (id, created_at, session_id, branch_id, depth, role, content,
        fingerprint, settled, partial)
    SELECT m.id, m.at, m.session_id, m.branch_id, m.depth,
        CASE m.depth %% 2 WHEN 0 THEN 'ai' ELSE 'human' END,
        jsonb_build_object('content', p.text), '', true, false
    FROM made m JOIN pool p ON p.n = m.pooled""",
    """INSERT INTO agency_searchsegment (id, domain, lane, rows, size, is_open, first_at, last_at)
    SELECT %(first)s + n / %(segment)s, 'u' || %(owner)s, 'fresh', count(*), 0, false, min(at),
        max(at)
    FROM made GROUP BY 1""",
    """INSERT INTO agency_searchtext (segment_id, session_id, message_id, subject, start, at, text,
        keys)
    SELECT %(first)s + m.n / %(segment)s, m.session_id, m.id, m.id, 0, m.at, p.folded,
        ARRAY(SELECT (((%(first)s + m.n / %(segment)s) %% %(segments)s)::int << %(bits)s) | k
              FROM unnest(p.keys) k)
    FROM made m JOIN pool p ON p.n = m.pooled ORDER BY m.n""",
)
LAST = (
    "SELECT setval('agency_searchsegment_id_seq', (SELECT max(id) FROM agency_searchsegment))",
    "CREATE INDEX searchtext_keys ON agency_searchtext USING gin (keys) WITH (fastupdate = off)",
    "ANALYZE",
)


def pool_texts() -> Iterator[str]:
    """Texts of the usual lengths: some words in almost all of them, most in few, some Chinese."""
    chance = random.Random(7)
    letters = "etaoinshrdlucmfwypvbgkqjxz"
    words = [
        "".join(chance.choices(letters, weights=range(26, 0, -1), k=chance.randint(2, 11)))
        for _ in range(30_000)
    ]
    weights = [1 / (rank + 5) for rank in range(len(words))]
    for number in range(POOL):
        text = " ".join(chance.choices(words, weights, k=chance.randint(10, 70)))
        if number % 20 == 0:
            text += " " + "".join(chance.choices(CHINESE, k=12))
        if number % 3 == 0:
            text += " the usual report"
        if number % 4 == 0:
            text += " of progress 100%"
        if number == 11:
            text += " Donaudampfschifffahrt"
        yield text


def fill(owner: Any, agent: Any, sessions: int, messages: int) -> float:
    """Write it all; how many seconds that took."""
    began = time.perf_counter()
    newest = SearchSegment.objects.order_by("-id").first()
    facts = {
        "first": newest.id + 1 if newest else 1,
        "workspace": agent.workspace_id, "owner": owner.pk, "agent": agent.id,
        "sessions": sessions, "messages": messages, "pool": POOL, "segment": SEGMENT_ROWS,
        "segments": SEGMENTS, "bits": KEY_BITS,
    }  # fmt: skip
    with connection.cursor() as cursor:
        for setting in SETTINGS:
            cursor.execute(f"SET {setting}")
        cursor.execute("DROP INDEX searchtext_keys")
        cursor.execute("CREATE TEMP TABLE pool (n int, text text, folded text, keys int[])")
        with cursor.copy("COPY pool FROM STDIN") as copy:
            for number, text in enumerate(pool_texts()):
                folded = fold(text)
                copy.write_row((number, text, folded, sorted(text_keys(folded))))
        cursor.execute("ANALYZE pool")
        for step in STEPS:
            cursor.execute(step, facts)
        for step in LAST:
            cursor.execute(step)
        cursor.execute("RESET ALL")
    return time.perf_counter() - began


def main() -> None:
    """One request, one line of JSON."""
    asked = json.loads(sys.stdin.read())
    agent = agent_of(asked["model_url"])
    user = User.objects.filter(username="searching").first()
    found = {}
    if user is None:
        made = people(agent, 1)[0]
        user = User.objects.get(pk=made["user"])
        User.objects.filter(pk=user.pk).update(username="searching")
        found["fill, seconds"] = fill(user, agent, asked["sessions"], asked["messages"])
    sys.stdout.write(json.dumps(found | figures(user)) + "\n")


if __name__ == "__main__":
    main()

"""How long the database takes for searches and for pages of lists."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from agency.access import session_lanes
from agency.models import Session
from agency.queries.search import search
from agency.queries.search_rows import Scope
from agency.queries.session_list import ORDER, Wanted, wanted_sessions
from agency.search.query import Query
from framework.db.paging import paginate
from tests.bench.figures import percentile

REPEATS = 20
QUERIES = {
    "common word": "report",
    "two common words": "report progress",
    "rare word": "donaudampfschifffahrt",
    "part of a rare word": "dampfschiff",
    "one letter": "t",
    "two letters": "re",
    "one sign": "%",
    "one Chinese character": "京",
    "Chinese pair": "北京",
    "Chinese pair that is nowhere": "京饭饭",
    "nothing found, common threes": "therepor",
    "nothing found": "zzzqqqxj",
    "common and absent word": "report zzzqqqxj",
}


@contextmanager
def database_time() -> Iterator[list[float]]:
    """The seconds that the statements inside take, each with its rows."""
    times: list[float] = []

    def timed(execute: Any, *given: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*given)
        finally:
            times.append(time.perf_counter() - began)

    with connection.execute_wrapper(timed):
        yield times


def measured(act: Callable[[], object]) -> dict[str, float]:
    """Median and 95th percentile of the database's milliseconds, once it has been asked.

    `CPU` is what its process took in the middle: unlike time it does not grow with other work.
    """
    act()
    seconds, before = [], cpu_seconds()
    for _ in range(REPEATS):
        with database_time() as times:
            act()
        seconds.append(sum(times))
    found = {name: percentile(seconds, share) * 1000 for name, share in SHARES.items()}
    return found | {"CPU": (cpu_seconds() - before) * 1000 / REPEATS}


def cpu_seconds() -> float:
    """The CPU time of the process that serves this connection; NaN when it is elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        row = cursor.fetchone()
    place = Path(f"/proc/{row[0] if row else 0}/schedstat")
    return int(place.read_text().split()[0]) / 1e9 if place.exists() else float("nan")


SHARES = {"p50": 0.5, "p95": 0.95}


def figures(user: Any) -> dict[str, float]:
    """Each kind of query, and pages of lists at both ends."""
    scope = Scope(user.pk)
    found: dict[str, float] = {}
    for name, text in QUERIES.items():
        took = measured(lambda text=text: search(Query.of(text), scope, limit=20))  # type: ignore[misc]  # bound now
        found |= {f"{name} {share}": value for share, value in took.items()}
    session = Session.objects.filter(owner=user).order_by("id").first()
    assert session is not None
    inside = Scope(user.pk, session_id=session.id)
    lists: dict[str, Callable[[], object]] = {
        "one session, rare word": lambda: search(Query.of("dampfschiff"), inside, limit=20),
        "list, depth 0": lambda: page(user, Wanted(), 0),
        "list, depth 900": lambda: page(user, Wanted(), 900),
        "list of failed": lambda: page(user, Wanted(statuses=("failed",)), 0),
        "list with a rare word": lambda: page(user, Wanted(text="dampfschiff"), 0),
        "list with a common word": lambda: page(user, Wanted(text="report"), 0),
    }
    for name, act in lists.items():
        found |= {f"{name} {share}": value for share, value in measured(act).items()}
    return found


_cursors: dict[int, str | None] = {}


def page(user: Any, wanted: Wanted, depth: int) -> None:
    """A page of fifty that begins at a depth, by its cursor."""
    rows, lanes = wanted_sessions(user.pk, wanted), session_lanes(user.pk)
    if depth not in _cursors:
        _cursors[depth] = None
        if depth:
            before = paginate(rows, ORDER, cursor=None, limit=depth, lanes=lanes)
            _cursors[depth] = before.next
    paginate(rows, ORDER, cursor=_cursors[depth], limit=50, lanes=lanes)

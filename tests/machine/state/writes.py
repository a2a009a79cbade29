"""Which tables were written since somebody looked, so that only those are read again."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

READS = ("SELECT", "SAVEPOINT", "RELEASE", "SET")
NAME = re.compile(r"\b(?:agency|events)_\w+")


class Writes:
    """Hears every statement of the connection."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.all = True

    def __call__(
        self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
    ) -> Any:
        """Called by Django around each statement."""
        self.hear(str(sql).lstrip().upper(), str(sql))
        return execute(sql, params, many, context)

    def hear(self, start: str, sql: str) -> None:
        """A statement that may write counts for each table that it names; some for all tables."""
        if start.startswith(READS):
            return
        found = NAME.findall(sql)
        self.tables.update(found)
        # A delete reaches others by cascade, and so does going back to a savepoint.
        if not found or "DELETE" in start or start.startswith("ROLLBACK"):
            self.all = True

    def take(self, known: set[str]) -> set[str]:
        """Those of the known tables that were written; they count as read from now on."""
        found = known if self.all else self.tables & known
        self.all, self.tables = False, set()
        return set(found)


@contextmanager
def heard(writes: Writes) -> Iterator[None]:
    """Inside, the connection's statements are heard."""
    with connection.execute_wrapper(writes):
        yield

"""Steps of migrations for tables that are being written: none makes a writer wait long.

Use them in migrations with `atomic = False`; each step commits by itself, so each must be safe to
repeat after a migration that was broken off.
"""

import time
from collections.abc import Callable
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import OperationalError, migrations

LOCK_TIMEOUT = "1s"
TRIES = 60
PAUSE_SECONDS = 0.5
USUAL = "RESET lock_timeout"


class PatientSQL(migrations.RunSQL):
    """A statement that needs a short lock: whoever waits behind it waits a second at most.

    When the lock is not given in time it lets go and tries again, sixty times.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Do it, or let the writers pass and try again."""
        act = super().database_forwards
        patiently(schema_editor, lambda: act(app_label, schema_editor, from_state, to_state))

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Undo it in the same way."""
        act = super().database_backwards
        patiently(schema_editor, lambda: act(app_label, schema_editor, from_state, to_state))


def patiently(schema_editor: Any, act: Callable[[], object]) -> None:
    """Act under a short lock time-out, again and again until the locks are given."""
    for attempt in range(TRIES):
        schema_editor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
        try:
            act()
            return
        except OperationalError as error:
            if not is_lock_timeout(error) or attempt + 1 == TRIES:
                raise
            time.sleep(PAUSE_SECONDS)
        finally:
            schema_editor.execute(USUAL)


class OnlineIndex(AddIndexConcurrently):
    """An index that is built while the table is written; a half-built one is built again."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Drop what a broken-off build has left, then build."""
        # It waits for old transactions, and nobody waits for it.
        schema_editor.execute("SET lock_timeout = 0")
        try:
            name = schema_editor.quote_name(self.index.name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        finally:
            schema_editor.execute(USUAL)


class OnlineDrop(migrations.RunSQL):
    """Drops an index while the table is used; the other way builds the given one again."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Drop it, however long an old transaction takes."""
        schema_editor.execute("SET lock_timeout = 0")
        try:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        finally:
            schema_editor.execute(USUAL)


def is_lock_timeout(error: BaseException) -> bool:
    """Whether the database gave up waiting for a lock."""
    return getattr(error.__cause__, "sqlstate", "") == "55P03"

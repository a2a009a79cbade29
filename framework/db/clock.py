"""The database's clock, the only one that decides (hosts may disagree)."""

from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models.functions import Now


class ClockNow(Now):
    """`clock_timestamp()`: the moment of the statement, not of the transaction's start."""

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Called by Django's compiler for this database."""
        return self.as_sql(compiler, connection, template="clock_timestamp()", **extra)


def db_now() -> datetime:
    """The moment by the database's clock, in UTC with microseconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    assert row is not None
    moment: datetime = row[0]
    return moment

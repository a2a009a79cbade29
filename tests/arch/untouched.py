"""A database that is left as it was found."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.db import connection, transaction

MOVES = {"agency_apitoken": ("last_used_at",)}
"""Columns that a mere look changes."""


@contextmanager
def undone() -> Iterator[None]:
    """Everything inside is undone, and the end of a request leaves the connection open."""
    with patch.object(connection, "close_if_unusable_or_obsolete"), transaction.atomic():
        yield
        transaction.set_rollback(True)


def fingerprint() -> list[Any]:
    """Changes whenever a row of the product does."""
    with connection.cursor() as cursor:
        cursor.execute(_statement())
        return list(cursor.fetchone())


@cache
def _statement() -> str:
    tables = [model._meta.db_table for model in apps.get_app_config("agency").get_models()]
    parts = [f"(SELECT sum(hashtextextended({_row(table)}, 0)) FROM {table} r)" for table in tables]
    return f"SELECT {', '.join(parts)}"


def _row(table: str) -> str:
    less = "".join(f" - '{column}'" for column in MOVES.get(table, ()))
    return f"(to_jsonb(r){less})::text" if less else "r::text"

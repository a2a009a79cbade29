"""Brings the database to the state the code wants, or says why that cannot be."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from django.core.management import call_command
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from framework.embedded.problem import CannotStart

MIGRATING = 0x4147454E
"""The advisory lock of whoever migrates; several servers may start at once."""


def ensure_database(server_url: str, name: str) -> None:
    """Create the database on a fresh server."""
    with psycopg.connect(server_url, autocommit=True) as line:
        found = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if found is None:
            line.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))


def migrate() -> None:
    """Apply what is missing; refuse a database that a newer version has written."""
    try:
        with one_at_a_time():
            if unknown := sorted(unknown_migrations()):
                app, migration = unknown[-1]
                raise CannotStart(
                    f"A newer version of Agency has written this database (it knows {app} "
                    f"{migration}): update the code, or restore an older backup."
                )
            call_command("migrate", interactive=False, verbosity=0)
    except (Error, psycopg.Error) as error:
        raise CannotStart(f"The database cannot be used: {first_line(error)}.") from error
    finally:
        connection.close()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for another server that is migrating, for up to a minute."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '60s'")
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        cursor.execute("SET lock_timeout = '3s'")
    try:
        yield
    finally:
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def unknown_migrations() -> set[tuple[str, str]]:
    """What the database has seen and this code has not, among the apps we have."""
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    return {
        (app, name)
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in known
    }


def first_line(error: Exception) -> str:
    """The first line of what went wrong, without its full stop."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def shown(url: str) -> str:
    """An address without its password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"

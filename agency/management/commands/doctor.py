"""`manage.py doctor`: what is wrong with this installation, if anything."""

import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any

import redis
from django.conf import settings
from django.core import checks
from django.core.management.base import BaseCommand
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from agency.models import Provider, Worker
from framework.db.clock import ClockNow
from framework.embedded.schema import unknown_migrations

LOW_DISK = 1024**3

Finding = tuple[bool, str]


class Command(BaseCommand):
    """One line for each thing looked at; exit code 1 when something is wrong."""

    help = "Check settings, disk, database, queue, workers and providers."
    requires_system_checks: list[str] = []  # noqa: RUF012 (they are among the findings)

    def handle(self, *args: Any, **options: Any) -> None:
        findings = [finding for look in LOOKS for finding in safely(look)]
        for good, text in findings:
            self.stdout.write(f"{'ok   ' if good else 'WRONG'} {text}")
        if not all(good for good, _ in findings):
            sys.exit(1)


def safely(look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """What a look finds; one that cannot even be made is a finding."""
    try:
        yield from look()
    except (Error, redis.RedisError, OSError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        yield False, f"{(look.__doc__ or '').rstrip('.')} cannot be looked at: {reason}"


def wrong_settings() -> Iterator[Finding]:
    """Settings."""
    problems = [one for one in checks.run_checks() if one.level >= checks.ERROR]
    for problem in problems:
        yield False, f"settings: {problem.msg} {problem.hint or ''}".rstrip()
    if not problems:
        yield True, "settings pass every check"


def state_folder() -> Iterator[Finding]:
    """State folder."""
    folder = settings.AGENCY_STATE
    if not folder.exists():
        yield False, f"state folder {folder} does not exist: `manage.py up` makes it"
        return
    free = shutil.disk_usage(folder).free
    text = f"{free / 1024**3:.1f} GiB are free in the state folder {folder}"
    yield free > LOW_DISK, text


def database() -> Iterator[Finding]:
    """The database."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
    yield int(version.split(".")[0]) >= 15, f"database is PostgreSQL {version}"
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if unknown := unknown_migrations():
        yield False, f"database was written by a newer version ({len(unknown)} migrations)"
    elif missing:
        yield False, f"database lacks {len(missing)} migrations: run `manage.py migrate`"
    else:
        yield True, "database has every migration"


def queue() -> Iterator[Finding]:
    """The queue."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=3) as line:
        line.ping()
        yield True, f"queue is {line.info('server').get('redis_version', 'there')}"


def workers() -> Iterator[Finding]:
    """The workers."""
    alive = Worker.objects.filter(expires_at__gt=ClockNow()).exclude(state="dead").count()
    yield alive > 0, f"{alive} workers are alive" + ("" if alive else ": nothing will run")


def providers() -> Iterator[Finding]:
    """The model providers."""
    for provider in Provider.objects.filter(enabled=True).order_by("name"):
        said = f"provider {provider.name} ({provider.kind})"
        if provider.last_error:
            yield False, f"{said} answered last: {provider.last_error[:200]}"
        elif (
            provider.kind not in ("demo", "plugin")
            and provider.key_source == "none"
            and not provider.base_url
        ):
            yield False, f"{said} has no key: add one in the settings window"
        else:
            yield True, said


LOOKS = (wrong_settings, state_folder, database, queue, workers, providers)

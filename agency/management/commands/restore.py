"""`manage.py restore FILE`: make this installation what a backup holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from agency.models import User, Worker
from framework.db.clock import ClockNow
from framework.embedded.archive import ArchiveProblem, load
from framework.embedded.brief import database_at_hand
from framework.embedded.problem import CannotStart
from framework.embedded.state import State


class Command(BaseCommand):
    """Refuses while workers run, and to overwrite people's rows unless told to."""

    help = "Replace database, uploads, session folders and secret key by those of a backup."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even when people are in there")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with database_at_hand(State(settings.AGENCY_STATE)):
                refuse_loss(replace=options["replace"])
                settings.AGENCY_STATE.mkdir(mode=0o700, parents=True, exist_ok=True)
                source = options["file"].absolute()
                load(settings.DATABASES["default"], settings.AGENCY_STATE, source)
        except (ArchiveProblem, CannotStart, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("Restored. The next `up` or `migrate` brings an older backup up to date.")


def refuse_loss(*, replace: bool) -> None:
    """Nobody may be writing, and nobody's rows are overwritten unasked."""
    try:
        if has_table(Worker) and living_workers():
            raise CommandError("Workers are running: stop them first.")
        if has_table(User) and not replace and User.objects.exists():
            raise CommandError("This database has people in it: say --replace to overwrite them.")
    finally:
        connection.close()


def has_table(model: type[User] | type[Worker]) -> bool:
    """Whether the database has been used at all."""
    return model._meta.db_table in connection.introspection.table_names()


def living_workers() -> bool:
    """Whether somebody may be writing."""
    return Worker.objects.filter(expires_at__gt=ClockNow()).exclude(state="dead").exists()

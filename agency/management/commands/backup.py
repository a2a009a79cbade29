"""`manage.py backup FILE`: everything of this installation in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from framework.embedded.archive import ArchiveProblem, save
from framework.embedded.brief import database_at_hand
from framework.embedded.problem import CannotStart
from framework.embedded.state import State


class Command(BaseCommand):
    """Backs up whether the installation is at work or not."""

    help = "Write database, uploads, session folders and secret key into one file."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        target = options["file"].absolute()
        try:
            with database_at_hand(State(settings.AGENCY_STATE)):
                save(settings.DATABASES["default"], settings.AGENCY_STATE, target)
        except (ArchiveProblem, CannotStart, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{target} ({target.stat().st_size / 1024**2:.1f} MiB)")

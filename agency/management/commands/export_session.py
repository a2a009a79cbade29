"""`manage.py export_session NAME FILE`: a person's sessions as a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from agency.models import User
from agency.queries.session_export import export_json
from agency.queries.session_transcript import export_markdown
from framework.core.errors import AppError

WRITERS = {"json": export_json, "md": export_markdown}


class Command(BaseCommand):
    """Writes what the person may see, one session or all of their own."""

    help = "Write a person's sessions into a file, as JSON or Markdown."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the person's user name")
        parser.add_argument("file", type=Path)
        parser.add_argument("--session", type=UUID, help="only this one")
        parser.add_argument("--format", choices=list(WRITERS), default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no person named {options['name']}.")
        try:
            with options["file"].open("w", encoding="utf-8", newline="") as out:
                WRITERS[options["format"]](out, user.pk, options["session"])
        except (AppError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(options["file"]))

"""`manage.py import_session NAME FILE`: exported sessions, of any size, become a person's own."""

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from agency.commands.copying.import_sessions import import_sessions
from agency.models import User
from agency.queries.default_workspace import default_workspace
from framework.core.errors import AppError


class Command(BaseCommand):
    """Takes over every session of the file; the same file again changes nothing."""

    help = "Import exported sessions for a person."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the person's user name")
        parser.add_argument("file", type=Path)
        parser.add_argument("--workspace", type=UUID, help="else the one they joined first")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"], is_active=True).first()
        if user is None:
            raise CommandError(f"There is no person named {options['name']}.")
        try:
            raw = options["file"].read_bytes()
            made = import_sessions(
                user_id=user.pk,
                workspace_id=options["workspace"] or default_workspace(user.pk),
                raw=raw,
                salt=hashlib.sha256(f"{user.pk} import".encode() + raw).hexdigest(),
            )
        except (AppError, OSError) as error:
            raise CommandError(str(error)) from error
        for text in made.notes:
            self.stderr.write(text)
        self.stdout.write("\n".join(str(session.id) for session in made.sessions))

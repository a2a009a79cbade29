"""`manage.py create_token NAME`: a key for a person's programs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agency.commands.identity.issue_token import issue_token
from agency.models import User


class Command(BaseCommand):
    """Prints a new token, and nothing else, on standard output."""

    help = "Issue an API token for a person and print it; it cannot be shown again."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the person's user name")
        parser.add_argument("--scope", action="append", default=[], dest="scopes")
        parser.add_argument("--label", default="command line", help="what the token is for")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"], is_active=True).first()
        if user is None:
            raise CommandError(f"There is no person named {options['name']}.")
        _, token = issue_token(user_id=user.pk, name=options["label"], scopes=options["scopes"])
        self.stdout.write(token)

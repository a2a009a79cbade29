"""`manage.py create_user NAME`: a person who can sign in."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agency.commands.identity.create_user import create_user
from framework.core.errors import AppError


class Command(BaseCommand):
    """Creates a person, who joins the first workspace as editor."""

    help = "Create a person; asks for the password, or reads it from standard input."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--staff", action="store_true", help="an administrator and owner")
        parser.add_argument("--password-stdin", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        password = read_password(from_stdin=options["password_stdin"])
        try:
            user = create_user(
                username=options["name"], password=password, is_staff=options["staff"]
            )
        except AppError as error:
            raise CommandError(error.detail) from error
        self.stdout.write(user.get_username())


def read_password(*, from_stdin: bool) -> str:
    """The password, never taken from the command line, which other users can see."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CommandError("There is no terminal to ask for the password: use --password-stdin.")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise CommandError("The two passwords differ.")
    return first

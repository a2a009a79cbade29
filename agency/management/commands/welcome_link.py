"""`manage.py welcome_link`: a way in for the first administrator."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from agency.commands.identity.first_administrator import first_welcome


class Command(BaseCommand):
    """Prints a link that signs the first administrator in, once; nothing when not needed."""

    help = "Print a link that signs the first administrator in, until there is a password."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def handle(self, *args: Any, **options: Any) -> None:
        if path := first_welcome():
            base = settings.AGENCY_PUBLIC_URL or f"http://127.0.0.1:{settings.AGENCY_PORT}"
            self.stdout.write(f"{base.rstrip('/')}/{path}")

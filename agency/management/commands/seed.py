"""`manage.py seed`: what a fresh installation starts with."""

from typing import Any

from django.core.management.base import BaseCommand

from agency.seeds import seed


class Command(BaseCommand):
    """Adds the rows of a fresh installation; those that are there stay as they are."""

    help = "Make the first workspace, provider and agents, unless they exist."
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django names it so)

    def handle(self, *args: Any, **options: Any) -> None:
        seed()

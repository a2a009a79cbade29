"""Makes the libraries available to manage.py. Standard library only."""

import sys


def enter_environment(argv: list[str]) -> None:
    """Re-execute inside `.venv`, made on first use, unless the libraries are here already."""

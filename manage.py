#!/usr/bin/env python3
"""The one command of this project; `python3 manage.py up` sets up and serves everything."""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("Agency needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

from framework.embedded.bootstrap import enter_environment  # noqa: E402


def main() -> None:
    """Make sure the libraries are there, then hand over to Django."""
    enter_environment(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

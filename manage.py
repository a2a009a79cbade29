#!/usr/bin/env python3
"""The one command of this project; `python3 manage.py up` sets up and serves everything."""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("Agency needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from framework.embedded.bootstrap import enter_environment


def main() -> None:
    """Make sure the libraries are there, then hand over to the tests or to Django."""
    enter_environment([str(ROOT / "manage.py"), *sys.argv[1:]])
    if sys.argv[1:2] == ["test"]:
        os.execv(sys.executable, [sys.executable, str(ROOT / "tests/all.py"), *sys.argv[2:]])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

"""An installation that is prepared once, and from which every stack of a run of tests is copied."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg

from tests.plugin.services import SHARED

ROOT = Path(__file__).resolve().parents[2]
PREPARE = """
from django.core.management import call_command
for command in ("migrate", "seed", "collectstatic"):
    call_command(command, verbosity=0, **{} if command == "seed" else {"interactive": False})
"""
"""One process for what an installation needs before its first start."""


def copy_installation(name: str, folder: Path) -> str:
    """A migrated and seeded database of this name and its state folder; the database's address."""
    server, shared = os.environ["DATABASE_URL"], Path(os.environ[SHARED])
    template = f"template_{shared.name.replace('-', '_')}"
    kept = shared / "template"
    with (shared / "template.lock").open("w") as lock:
        # The other lane waits rather than prepare a second one.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "template.done").exists():
            drop_database(server, template)
            create_database(server, template)
            prepare(kept, address(server, template))
            (shared / "template.done").touch()
    create_database(server, name, template)
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    return address(server, name)


def prepare(folder: Path, database: str) -> None:
    """Make the tables, their first rows and the static files."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", PREPARE],
        cwd=ROOT,
        env={**os.environ, "AGENCY_STATE": str(folder), "DATABASE_URL": database},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def address(server: str, name: str) -> str:
    """The address of one of the server's databases."""
    return server.replace("/postgres?", f"/{name}?", 1)


def create_database(server: str, name: str, template: str = "template1") -> None:
    """A database beside the one that unit tests use."""
    command = psycopg.sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    words = (psycopg.sql.Identifier(name), psycopg.sql.Identifier(template))
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(command.format(*words))


def drop_database(server: str, name: str) -> None:
    """Drop it with whoever is still connected, if it is there."""
    command = psycopg.sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(command.format(psycopg.sql.Identifier(name)))

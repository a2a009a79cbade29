"""One file that holds an installation: the database, the files people brought, the key."""

import os
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from framework.embedded.binaries import postgres_programs
from framework.embedded.problem import CannotStart

DUMP = "database.dump"
FOLDERS = ("media", "workspaces")
KEY = "secret_key"


class ArchiveProblem(Exception):
    """A backup could not be made or restored; the text is a sentence."""


def save(database: Mapping[str, Any], state: Path, target: Path) -> None:
    """Write the archive; what is there under the name is replaced only by a whole one.

    The database is read in one snapshot and the files after it: every file that a row names is
    there, and a younger one does no harm.
    """
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    try:
        with TemporaryDirectory(dir=target.parent) as folder:
            dump = Path(folder) / DUMP
            run(database, "pg_dump", "--format=custom", "--no-owner", f"--file={dump}")
            with tarfile.open(draft, "w") as archive:
                archive.add(dump, DUMP)
                for name in (*FOLDERS, KEY):
                    if (state / name).exists():
                        archive.add(state / name, name)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def load(database: Mapping[str, Any], state: Path, source: Path) -> None:
    """Put the archive's content in the place of what is there, the database in one step."""
    with opened(source) as archive, TemporaryDirectory(dir=state) as folder:
        archive.extract(DUMP, folder, filter="data")
        run(
            database,
            "pg_restore",
            *("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"),
            f"--dbname={database['NAME']}",
            str(Path(folder) / DUMP),
        )
        members = [one for one in archive.getmembers() if one.name.split("/")[0] != DUMP]
        archive.extractall(state, members, filter="data")


@contextmanager
def opened(source: Path) -> Iterator[tarfile.TarFile]:
    """The archive, when it is one."""
    try:
        with tarfile.open(source) as archive:
            archive.getmember(DUMP)
            yield archive
    except (tarfile.TarError, KeyError, OSError) as error:
        raise ArchiveProblem(f"{source} is no backup that can be read: {error}.") from error


def run(database: Mapping[str, Any], name: str, *flags: str) -> None:
    """Run one of PostgreSQL's programs on the database; the password stays off its command line."""
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {variable: str(database[key]) for variable, key in named.items() if database.get(key)}
    env = {**os.environ, **given, "PGDATABASE": str(database["NAME"])}
    try:
        program = str(postgres_programs() / name)
    except CannotStart as problem:
        raise ArchiveProblem(str(problem)) from problem
    done = subprocess.run([program, *flags], env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[0]
        raise ArchiveProblem(f"{name} failed: {said}")

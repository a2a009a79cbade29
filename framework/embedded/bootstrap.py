"""Makes the libraries available to manage.py. Standard library only.

Inside an environment that has them nothing happens. Otherwise `.venv` beside manage.py is made
once from the lock file and manage.py runs again in there.
"""

import hashlib
import os
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv"
LOCKS = {"local": ROOT / "requirements/local.txt", "dev": ROOT / "requirements/dev.txt"}
NEEDED = {
    "local": ("django", "channels", "daphne", "celery", "psycopg", "structlog"),
    "dev": ("django", "pytest", "mypy", "ruff", "importlinter", "playwright"),
}


def enter_environment(argv: list[str]) -> None:
    """Return where the libraries are; else make `.venv` and run again inside it."""
    level = "dev" if "test" in argv[1:2] else "local"
    inside = Path(sys.prefix).resolve() == FOLDER.resolve()
    outdated = inside and was_made_by_us() and not is_current(level)
    if all(find_spec(name) for name in NEEDED[level]) and not outdated:
        return
    try:
        install(level)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The libraries could not be installed into {FOLDER}: {error}")
    if not inside:
        os.execv(python(), [str(python()), *argv])


def install(level: str) -> None:
    """Bring `.venv` to the lock file's state, unless it is there already."""
    if is_current(level):
        return
    if not python().exists():
        create()
    print("Installing the libraries into .venv, once (about a minute) ...", flush=True)
    # The lock file names everything with its hash, so there is nothing to resolve; modules
    # are compiled when they are first imported, which most never are.
    subprocess.run(
        [
            *(*installer(), "install", "--quiet", "--disable-pip-version-check", "--no-input"),
            *("--require-hashes", "--no-deps", "--no-compile"),
            *("--requirement", str(LOCKS[level])),
        ],
        check=True,
    )
    stamp(level).write_text(fingerprint(level))


def is_current(level: str) -> bool:
    """Whether this lock, or one that includes it, is what was installed last."""
    levels = ("dev",) if level == "dev" else ("local", "dev")
    return any(stamp(one).exists() and stamp(one).read_text() == fingerprint(one) for one in levels)


def was_made_by_us() -> bool:
    """Whether `.venv` came from a lock file; one that a developer fills by hand is left alone."""
    return any(stamp(level).exists() for level in LOCKS)


def stamp(level: str) -> Path:
    """Where the installed lock's fingerprint is kept."""
    return FOLDER / f"agency-{level}.lock"


def fingerprint(level: str) -> str:
    """Changes with the lock file and with the Python that it was installed for."""
    return hashlib.sha256(LOCKS[level].read_bytes() + sys.version.encode()).hexdigest()


def python() -> Path:
    """The environment's interpreter."""
    return FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def create() -> None:
    """Make the environment; without pip of its own where the outer one can fill it.

    Debian ships Python without the wheels that give an environment its pip.
    """
    if outer_pip_serves():
        venv.create(FOLDER, symlinks=os.name != "nt")
    elif find_spec("ensurepip"):
        venv.create(FOLDER, with_pip=True, symlinks=os.name != "nt")
    else:
        sys.exit("Python's pip is missing: install it first (on Debian: apt install python3-pip).")


def outer_pip_serves() -> bool:
    """Whether this Python has a pip that can install into another environment."""
    if find_spec("pip") is None:
        return False
    import pip

    return tuple(int(part) for part in pip.__version__.split(".")[:2]) >= (22, 3)


def installer() -> list[str]:
    """The pip command that fills the environment."""
    if list(FOLDER.glob("lib/python*/site-packages/pip")) or not outer_pip_serves():
        return [str(python()), "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", str(python())]

"""The project's own files, as the rules read them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON_ROOMS = ("framework", "agency", "tests")
SCRIPT_ROOMS = ("static/agency", "tests/js", "tests/e2e")
SKIPPED = {"migrations", "node_modules", "__pycache__", ".agency"}


@dataclass(frozen=True)
class Source:
    """One file: its path from the root of the project, and its text."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The text, line by line."""
        return self.text.splitlines()

    @cached_property
    def tree(self) -> ast.Module:
        """What Python makes of it."""
        return ast.parse(self.text)


def python_sources() -> list[Source]:
    """Every Python file of ours, migrations apart (Django writes those)."""
    return [Source("manage.py", (ROOT / "manage.py").read_text()), *_read(PYTHON_ROOMS, ".py")]


def script_sources() -> list[Source]:
    """Every script and type declaration of ours; other people's modules live elsewhere."""
    return _read(SCRIPT_ROOMS, ".js", ".mjs", ".ts")


def _read(rooms: tuple[str, ...], *suffixes: str) -> list[Source]:
    return [
        Source(path.relative_to(ROOT).as_posix(), path.read_text())
        for room in rooms
        for path in sorted(_files(ROOT / room))
        if path.suffix in suffixes
    ]


def _files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.is_dir() and path.name not in SKIPPED:
            yield from _files(path)
        elif path.is_file():
            yield path

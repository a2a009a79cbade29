"""The documents name what exists, and everything that exists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agency import events
from tests.arch import analytics_page
from tests.arch.events_page import PAGE, page
from tests.arch.source import ROOT
from tests.arch.types_page import FOLDER, files

ARCHITECTURE = ROOT / "docs/architecture.md"
DECISIONS = sorted((ROOT / "docs/decisions").glob("0*.md"))
PARENTS = ("framework", "agency", "static/agency", "static", "tests", ".")
NO_ROOMS = {"node_modules", "__pycache__", "framework", "agency", "static", "manage.py"}
PATH = re.compile(r"`((?:framework|agency|static|templates|tests|docs|nginx)/[\w./-]+)`")
LINK = re.compile(r"\]\(([^)#:]+)\)")


def rooms() -> Iterator[str]:
    """Every folder of ours that holds a file."""
    for parent in PARENTS:
        for folder in (ROOT / parent).iterdir():
            name = folder.name
            if not folder.is_dir() or name.startswith(".") or name in NO_ROOMS:
                continue
            if any(path.is_file() for path in folder.rglob("*") if path.suffix != ".pyc"):
                yield folder.relative_to(ROOT).as_posix()


def documents() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


def test_the_architecture_page_names_every_room() -> None:
    text = ARCHITECTURE.read_text()
    assert [room for room in rooms() if f"`{room}`" not in text] == []


@pytest.mark.parametrize(
    "document", documents(), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_a_document_names_only_files_that_exist(document: Path) -> None:
    text = document.read_text()
    named = [ROOT / path for path in PATH.findall(text)]
    linked = [document.parent / path for path in LINK.findall(text)]
    assert [str(path) for path in [*named, *linked] if not path.exists()] == []


def test_the_events_page_is_what_the_code_says() -> None:
    assert PAGE.read_text() == page()


def test_the_analytics_page_is_what_the_code_says() -> None:
    assert analytics_page.PAGE.read_text() == analytics_page.page()


def test_the_clients_types_are_what_the_server_says() -> None:
    written = {path.name: path.read_text() for path in FOLDER.iterdir()}
    assert written == files(), "python -m tests.arch.types_page writes them"


def test_every_event_is_listed() -> None:
    made = {
        thing
        for thing in vars(events).values()
        if isinstance(thing, type) and issubclass(thing, events.Event) and hasattr(thing, "topic")
    }
    assert made == set(events.EVENTS)


@pytest.mark.parametrize("document", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_what_was_not_chosen(document: Path) -> None:
    text = document.read_text()
    wanted = ["## Decision", "## Not chosen", "## What follows"]
    assert [head for head in wanted if head not in text] == []


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(document.name[:4]) for document in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_decision_is_listed() -> None:
    text = (ROOT / "docs/decisions/README.md").read_text()
    assert [document.name for document in DECISIONS if f"({document.name})" not in text] == []

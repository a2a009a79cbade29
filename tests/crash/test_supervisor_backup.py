"""A dump and a restore, performed."""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.plugin.stack import Stack, fresh_stack

pytestmark = pytest.mark.crash


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Stack]:
    (tmp_path / "full").mkdir()
    with fresh_stack(tmp_path / "full") as stack:
        (stack.folder / "media").mkdir(exist_ok=True)
        (stack.folder / "media" / "letter.txt").write_text("dear")
        stack.person()
        yield stack


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Stack]:
    (tmp_path / "other").mkdir()
    with fresh_stack(tmp_path / "other") as stack:
        with psycopg.connect(stack.database_url) as line:
            line.execute("UPDATE agency_user SET username = 'elsewhere' WHERE username = 'admin'")
        yield stack


def people(stack: Stack) -> list[tuple[object, ...]]:
    with psycopg.connect(stack.database_url) as line:
        return line.execute("SELECT id, username, password FROM agency_user ORDER BY id").fetchall()


def refusal(stack: Stack, *words: str) -> str:
    with pytest.raises(AssertionError) as failed:
        stack.manage(*words)
    return str(failed.value)


def test_a_restored_backup_is_the_installation_again(
    full: Stack, other: Stack, tmp_path: Path
) -> None:
    file = tmp_path / "backup.tar"
    full.manage("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert people(other) != people(full)
    other.manage("restore", str(file), "--replace")
    assert people(other) == people(full)
    assert (other.folder / "media" / "letter.txt").read_text() == "dear"
    other.start("worker")
    other.start("web")
    other.ready()


def test_rows_of_people_are_not_overwritten_by_mistake(
    full: Stack, other: Stack, tmp_path: Path
) -> None:
    file = tmp_path / "backup.tar"
    full.manage("backup", str(file))
    other.person()
    before = people(other)
    assert "say --replace" in refusal(other, "restore", str(file))
    assert people(other) == before


def test_a_broken_backup_changes_nothing(other: Stack, tmp_path: Path) -> None:
    before = people(other)
    file = tmp_path / "broken.tar"
    file.write_text("nonsense")
    assert "is no backup that can be read" in refusal(other, "restore", str(file), "--replace")
    (tmp_path / "database.dump").write_text("nonsense")
    with tarfile.open(file, "w") as archive:
        archive.add(tmp_path / "database.dump", "database.dump")
    assert "pg_restore failed" in refusal(other, "restore", str(file), "--replace")
    assert people(other) == before

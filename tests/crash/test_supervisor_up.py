"""`manage.py up` as a whole: one command, one sentence when it cannot, nothing left behind."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path

import psutil
import psycopg
import pytest

from framework.embedded.parts import answers, postgres_part
from framework.embedded.postgres import Postgres
from framework.embedded.schema import ensure_database
from framework.embedded.state import State
from framework.embedded.supervisor import Supervisor
from tests.plugin.services import wait_until
from tests.plugin.stack import free_port

pytestmark = pytest.mark.crash

ROOT = Path(__file__).resolve().parents[2]
KEPT = {"DATABASE_URL", "REDIS_URL", "AGENCY_SECRET_KEY"}


@dataclass
class Installation:
    """A state folder and a port, on which `up` is run again and again."""

    state: State
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        mine = {"AGENCY_STATE": str(self.state.folder), "AGENCY_PORT": str(self.port)}
        return {**{name: text for name, text in os.environ.items() if name not in KEPT}, **mine}

    def command(self, *flags: str) -> list[str]:
        return [sys.executable, "manage.py", "up", "--no-browser", *flags]

    def refused(self, *, seconds: float = 60) -> str:
        """Run `up` where it cannot start: the one sentence it says."""
        done = subprocess.run(
            self.command(), cwd=ROOT, env=self.env, capture_output=True, text=True,
            check=False, timeout=seconds,
        )  # fmt: skip
        assert done.returncode == 1, done.stdout + done.stderr
        lines = done.stderr.strip().splitlines()
        assert len(lines) == 1, done.stderr
        return lines[0]

    def left(self) -> list[str]:
        """Processes that belong to this installation."""
        found = []
        for process in psutil.process_iter(["cmdline", "environ", "status", "pid"]):
            words, env = process.info["cmdline"] or [], process.info["environ"] or {}
            mine = env.get("AGENCY_STATE") == str(self.state.folder)
            named = any(str(self.state.folder) in word for word in words)
            if (mine or named) and process.info["status"] != psutil.STATUS_ZOMBIE:
                found.append(f"{process.info['pid']} {' '.join(words)}")
        return found

    def pid(self, words: str) -> int:
        """The one process of this installation whose command line holds the words."""
        pids = [int(line.split()[0]) for line in self.left() if words in line]
        assert pids, (words, self.left())
        return pids[0]


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(State(tmp_path_factory.mktemp("up") / "state"), free_port())


@dataclass
class Up:
    """A running `up`."""

    installation: Installation
    process: "subprocess.Popen[str]"
    log: Path

    def ready(self) -> None:
        url = f"{self.installation.url}/api/ready/"
        wait_until(lambda: answers(url) or self.process.poll() is not None, "Readiness", seconds=90)
        wait_until(
            lambda: "ready:" in self.log.read_text() or self.process.poll() is not None,
            "The line with the link",
        )
        assert self.process.poll() is None, self.log.read_text()

    def stop(self, number: int = signal.SIGINT) -> float:
        """Seconds until it had ended."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(20)
        return time.monotonic() - began


@pytest.fixture
def up(installation: Installation, tmp_path: Path) -> Iterator[Up]:
    log = tmp_path / "up.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            installation.command(), cwd=ROOT, env=installation.env, text=True,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    running = Up(installation, process, log)
    try:
        running.ready()
        yield running
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(20)
        wait_until(lambda: not installation.left(), "The end of every process")


def test_the_first_start_prints_a_link_that_signs_the_administrator_in_once(up: Up) -> None:
    found = re.search(rf"{up.installation.url}/welcome/\S+/", up.log.read_text())
    assert found, up.log.read_text()

    def follow() -> tuple[int, bool]:
        jar = CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        browser.addheaders = [("Accept", "text/html")]
        try:
            with browser.open(found[0], timeout=20) as page:
                status = page.status
        except urllib.error.HTTPError as refusal:
            refusal.close()
            status = refusal.code
        return status, any(cookie.name == "agency_session" for cookie in jar)

    assert follow() == (200, True)
    assert follow()[1] is False


def test_a_second_start_is_refused_and_the_first_goes_on(up: Up) -> None:
    said = up.installation.refused()
    assert said.startswith("Agency already runs from")
    assert answers(f"{up.installation.url}/api/ready/")


def test_ctrl_c_stops_everything_within_ten_seconds(up: Up) -> None:
    assert up.stop() < 10
    assert up.process.returncode == 0
    assert up.installation.left() == []


def test_whatever_is_killed_comes_back(up: Up) -> None:
    for words in ("valkey-server", "framework.server.worker", "framework.server.web", "postgres"):
        first = up.installation.pid(words)
        os.kill(first, signal.SIGKILL)
        wait_until(
            lambda words=words, first=first: any(
                words in line and int(line.split()[0]) != first for line in up.installation.left()
            ),
            f"The return of {words}",
        )
        wait_until(
            lambda: answers(f"{up.installation.url}/api/ready/"), f"Readiness after {words}", 30
        )


def test_kill_9_leaves_nothing_and_the_next_start_recovers(
    up: Up, installation: Installation
) -> None:
    up.stop(signal.SIGKILL)
    wait_until(lambda: not installation.left(), "The end of every process")
    with subprocess.Popen(
        installation.command(), cwd=ROOT, env=installation.env, stdout=subprocess.DEVNULL
    ) as again:
        wait_until(lambda: answers(f"{installation.url}/api/ready/"), "Readiness", 60)
        again.send_signal(signal.SIGTERM)
        assert again.wait(15) == 0


def test_a_taken_port_is_one_sentence(installation: Installation) -> None:
    with socket.create_server(("127.0.0.1", installation.port)):
        assert f"Port {installation.port} of 127.0.0.1 is taken" in installation.refused()
    assert installation.left() == []


def test_a_database_of_a_newer_version_is_one_sentence(tmp_path: Path) -> None:
    other = Installation(State(tmp_path / "state"), free_port())
    other.state.make()
    servers = Supervisor(other.state.logs, lambda text: None)
    servers.start(postgres_part(other.state))
    url = Postgres(other.state.postgres, other.state.run).url
    ensure_database(url("postgres"), "agency")
    with psycopg.connect(url()) as line:
        line.execute("CREATE TABLE django_migrations (id int, app text, name text, applied date)")
        line.execute("INSERT INTO django_migrations VALUES (1, 'agency', '9999_later', now())")
    servers.stop()
    said = other.refused()
    assert "A newer version of Agency has written this database" in said
    assert "agency 9999_later" in said
    assert other.left() == []


def test_files_that_are_no_database_are_one_sentence(tmp_path: Path) -> None:
    other = Installation(State(tmp_path / "state"), free_port())
    other.state.make()
    other.state.postgres.mkdir()
    (other.state.postgres / "letter.txt").write_text("dear")
    assert "is not a PostgreSQL data folder" in other.refused()
    assert other.left() == []


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    other = Installation(State(tmp_path / "disk"), free_port())
    other.state.folder.mkdir()
    script = f'mount -t tmpfs -o size=24m none "{other.state.folder}" && exec "$@"'
    if not can_mount(tmp_path):
        pytest.skip("this machine lets nobody mount a small disk")
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "-",
         *other.command()],
        cwd=ROOT, env=other.env, capture_output=True, text=True, check=False, timeout=90,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.fullmatch(r"The disk is full: .+\.", done.stderr.strip()), done.stderr
    assert other.left() == []


def can_mount(folder: Path) -> bool:
    """Whether a mount namespace of our own may be made here."""
    if shutil.which("unshare") is None:
        return False
    probe = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none"]
    return subprocess.run([*probe, str(folder)], capture_output=True, check=False).returncode == 0

"""The real product for a test: a web process and a worker on a database of their own."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from framework.embedded.child import end, spawn
from framework.embedded.parts import answers, module
from tests.plugin.services import wait_until
from tests.plugin.template import copy_installation, drop_database

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"web": "framework.server.web", "worker": "framework.server.worker"}


@dataclass
class Stack:
    """A running installation. `kill` and `start` take `web`, `worker` or `worker 2`."""

    folder: Path
    port: int
    env: dict[str, str]
    running: dict[str, subprocess.Popen[Any]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The address of its first page, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """The same for sockets."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def database_url(self) -> str:
        """For looking at its rows."""
        return self.env["DATABASE_URL"]

    def start(self, name: str, **env: str) -> None:
        """Start one process; `ready` waits until the installation serves."""
        kind = name.split()[0]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = spawn(
                module(MODULES[kind]),
                log=log,
                env={**self.env, "AGENCY_PROCESS": kind, **env},
                cwd=ROOT,
            )

    def ready(self, seconds: float = 60) -> None:
        """Wait until the installation says that it is ready."""
        try:
            wait_until(lambda: answers(f"{self.url}/api/ready/"), "Readiness", seconds)
        except TimeoutError as error:
            raise TimeoutError(f"{error}\n{self.logs()}") from error

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Send a signal; one that ends the process is waited for."""
        process = self.running[name]
        process.send_signal(number)
        if number not in (signal.SIGSTOP, signal.SIGCONT):
            process.wait(20)
            del self.running[name]

    def stop(self) -> None:
        """End everything at once."""
        for process in self.running.values():
            end(process, how=signal.SIGKILL, patience=5)
        self.running.clear()

    def manage(self, *words: str, given: str = "") -> str:
        """Run a management command and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.env,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def person(self, *, staff: bool = False) -> tuple[str, str]:
        """A new person: name and token."""
        name = f"person-{secrets.token_hex(4)}"
        flags = ["--staff"] if staff else []
        self.manage("create_user", name, "--password-stdin", *flags, given="correct horse 42\n")
        return name, self.manage("create_token", name)

    def call(self, method: str, path: str, body: Any = None, *, token: str) -> Any:
        """One REST call; the parsed answer. HTTPError is raised for refusals."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def logs(self, size: int = 3000) -> str:
        """The ends of the logs, for a failing test's message."""
        return "\n".join(
            f"--- {log.name}\n{log.read_text(errors='replace')[-size:]}"
            for log in sorted(self.folder.glob("*.log"))
        )


@contextlib.contextmanager
def fresh_stack(folder: Path, **extra: str) -> Iterator[Stack]:
    """An installation with an empty, migrated and seeded database; nothing runs yet."""
    name = f"live_{secrets.token_hex(6)}"
    port = free_port()
    database = copy_installation(name, folder)
    stack = Stack(
        folder,
        port,
        {
            **os.environ,
            "AGENCY_STATE": str(folder),
            "AGENCY_PORT": str(port),
            "AGENCY_BUS_PREFIX": name,
            "AGENCY_DEMO_PACE": "0.01",
            "DATABASE_URL": database,
            **extra,
        },
    )
    try:
        yield stack
    finally:
        stack.stop()
        drop_database(os.environ["DATABASE_URL"], name)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One running installation for all tests that leave it running."""
    with fresh_stack(tmp_path_factory.mktemp("stack")) as made:
        made.start("worker")
        made.start("web")
        made.ready()
        yield made

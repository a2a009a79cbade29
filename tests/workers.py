"""Real worker processes on the test's own database, which a test may kill or freeze."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from agency.models import Worker
from framework.embedded.child import end, spawn
from tests.plugin.services import wait_until

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ["-m", "framework.server.worker"]
APPS = "tests.chaos_tools"


class Workers:
    """The worker processes of one test, by number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[int, subprocess.Popen[Any]] = {}
        self._count = 0

    def start(self, *, code: str = "", **env: str) -> int:
        """Start one, or a program that becomes one; wait until it has registered; its number."""
        self._count = number = self._count + 1
        known = set(Worker.objects.values_list("id", flat=True))
        with (self.folder / f"worker-{self._count}.log").open("ab") as log:
            self.running[number] = spawn(
                [sys.executable, *(["-c", code] if code else PROGRAM), "--loglevel", "INFO"],
                log=log,
                env={**os.environ, **self._env(), **env},
                cwd=ROOT,
            )
        try:
            wait_until(
                lambda: self.ended(number) or Worker.objects.exclude(id__in=known).exists(),
                "the worker's registration",
                40,
            )
        except TimeoutError as error:
            raise TimeoutError(f"{error}\n{self.logs()}") from error
        return number

    def send(self, number: int, what: signal.Signals) -> None:
        """Send a signal to a worker."""
        self.running[number].send_signal(what)

    def kill(self, number: int) -> None:
        """End a worker as a power cut would."""
        self.send(number, signal.SIGKILL)
        self.running.pop(number).wait(20)

    def ended(self, number: int) -> bool:
        """Whether the process is gone."""
        return self.running[number].poll() is not None

    def logs(self, size: int = 4000) -> str:
        """The ends of the logs, for a failing test's message."""
        return "\n".join(
            f"--- {log.name}\n{log.read_text(errors='replace')[-size:]}"
            for log in sorted(self.folder.glob("worker-*.log"))
        )

    def stop(self) -> None:
        """End all at once: how a worker leaves is for tests to look at, not for their ends."""
        for running in self.running.values():
            end(running, how=signal.SIGKILL, patience=5)
        self.running.clear()

    def _env(self) -> dict[str, str]:
        server, name = os.environ["DATABASE_URL"], connection.settings_dict["NAME"]
        return {
            "AGENCY_PROCESS": "worker",
            "AGENCY_APPS": APPS,
            "AGENCY_WORKER_THREADS": "50",
            "AGENCY_SECRET_KEY": settings.SECRET_KEY,
            "DATABASE_URL": server.replace("/postgres?", f"/{name}?", 1),
        }


@contextmanager
def running_workers(folder: Path) -> Iterator[Workers]:
    """A place to start workers; all are ended at the end."""
    workers = Workers(folder)
    try:
        yield workers
    finally:
        workers.stop()

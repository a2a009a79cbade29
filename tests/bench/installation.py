"""A whole installation for a measurement: servers, fake provider, web and workers, people."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import psycopg

from framework.embedded.child import end, spawn
from framework.embedded.identity import postgres_identity
from framework.embedded.parts import answers, module
from framework.embedded.postgres import Postgres
from framework.embedded.valkey import Valkey
from tests.plugin.services import wait_until
from tests.plugin.stack import free_port

ROOT = Path(__file__).resolve().parents[2]
LISTENING = re.compile(rb"listening on (\S+)")
OWN = ("PostgreSQL", "Valkey")


class Installation:
    """Everything runs as processes of its own, as in production; databases are durable."""

    def __init__(self, folder: Path, *, workers: int) -> None:
        self.folder = folder
        self.workers = workers
        self.port = free_port()
        self.running: dict[str, subprocess.Popen[Any]] = {}
        self.model_url = ""
        self.env: dict[str, str] = {}
        self._undo: list[Callable[[], None]] = []

    @property
    def url(self) -> str:
        """Its address without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Bring everything up; returns when the product is ready."""
        (self.folder / "valkey").mkdir()
        (self.folder / "run").mkdir(mode=0o700)
        self.env = {
            **os.environ,
            "AGENCY_STATE": str(self.folder),
            "AGENCY_SECRET_KEY": secrets.token_hex(16),
            "AGENCY_PORT": str(self.port),
            "AGENCY_BUS_PREFIX": f"bench-{secrets.token_hex(4)}",
            "AGENCY_APPS": "tests.chaos_tools",
            "AGENCY_EFFECT_LOG": str(self.folder / "effects.jsonl"),
            "DATABASE_URL": os.environ.get("DATABASE_URL") or self._postgres(),
            "REDIS_URL": os.environ.get("REDIS_URL") or self.start_valkey(),
        }
        self._model()
        for words in (["migrate"], ["seed"], ["collectstatic", "--no-input"]):
            self.manage(*words, "--verbosity", "0")
        for number in range(1, self.workers + 1):
            self.serve(f"worker {number}")
        self.serve("web")
        wait_until(lambda: answers(f"{self.url}/api/ready/"), "Readiness", 90)

    def stop(self) -> None:
        """End everything, servers last."""
        for name in sorted(self.running, key=lambda one: one in OWN):
            how = signal.SIGINT if name == "PostgreSQL" else signal.SIGTERM
            end(self.running[name], how=how, patience=8)
        self.running.clear()

    def serve(self, name: str) -> None:
        """Start the web process or a worker."""
        kind = name.split()[0]
        self._spawn(name, module(f"framework.server.{kind}"), {"AGENCY_PROCESS": kind})

    def manage(self, *words: str) -> str:
        """A management command's output."""
        return self.python("manage.py", *words)

    def python(self, *words: str, given: str = "") -> str:
        """What a Python process on this installation printed."""
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=self.env, input=given,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(done.stderr[-3000:])
        return done.stdout

    def make(self, what: str, **options: Any) -> Any:
        """Rows made by `tests.bench.rows`, and what it says of them."""
        given = json.dumps({"what": what, "model_url": self.model_url, **options})
        return json.loads(self.python("-m", "tests.bench.rows", given=given).splitlines()[-1])

    def model(self, control: str, given: Any = None) -> Any:
        """The hand on the fake provider."""
        request = urllib.request.Request(
            f"{self.model_url}/_control/{control}", data=json.dumps(given).encode(), method="POST"
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def cpu(self) -> dict[str, float]:
        """CPU seconds of the whole server so far, by its parts."""
        return {name: _seconds(process.pid) for name, process in self._parts()}

    def threads(self) -> dict[str, int]:
        """How many processes and threads the product has, and how many connections it holds."""
        tree = [one for _, process in self._product() for one in _tree(process.pid)]
        with psycopg.connect(self.env["DATABASE_URL"]) as line:
            row = line.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchone()
        return {
            "processes": len(tree),
            "threads": sum(one.num_threads() for one in tree),
            "connections": int(row[0]) if row else 0,
            "memory MB": round(sum(one.memory_info().rss for one in tree) / 1e6),
        }

    def restart_valkey(self) -> None:
        """Kill the broker and start an empty one in its place."""
        self.running["Valkey"].kill()
        self.running["Valkey"].wait()
        self.start_valkey()

    def start_valkey(self) -> str:
        """The broker's address."""
        server = Valkey(self.folder / "valkey", self.folder / "run")
        self._spawn("Valkey", server.command(), {})
        wait_until(server.is_ready, "Valkey's start")
        return server.url

    def logs(self, size: int = 3000) -> str:
        """The ends of all logs."""
        return "\n".join(
            f"--- {log.name}\n{log.read_text(errors='replace')[-size:]}"
            for log in sorted(self.folder.glob("*.log"))
        )

    def _postgres(self) -> str:
        server = Postgres(self.folder / "postgres", self.folder / "run", postgres_identity())
        server.prepare()
        self._spawn("PostgreSQL", server.command(), {}, server.identity)
        wait_until(server.is_ready, "PostgreSQL's start", 60)
        with psycopg.connect(server.url("postgres"), autocommit=True) as line:
            line.execute("CREATE DATABASE agency")
        return server.url("agency")

    def _model(self) -> None:
        self._spawn("model", module("tests.fakes.model", "--load"), {})
        log = self.folder / "model.log"
        wait_until(lambda: LISTENING.search(log.read_bytes()) is not None, "The model's start")
        found = LISTENING.search(log.read_bytes())
        assert found is not None
        self.model_url = found[1].decode()

    def _spawn(
        self, name: str, command: Sequence[str], env: dict[str, str], identity: str = "same"
    ) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = spawn(
                command, log=log, identity=identity, cwd=ROOT,
                env={**os.environ, **self.env, **env},
            )  # fmt: skip

    def _parts(self) -> list[tuple[str, subprocess.Popen[Any]]]:
        return [(name, one) for name, one in self.running.items() if name != "model"]

    def _product(self) -> list[tuple[str, subprocess.Popen[Any]]]:
        return [(name, one) for name, one in self._parts() if name not in OWN]


def _tree(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def _seconds(pid: int) -> float:
    total = 0.0
    for process in _tree(pid):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def load_average() -> str:
    """The machine's, with the moment."""
    return f"load {os.getloadavg()[0]:.1f} at {time.strftime('%H:%M:%S')}"

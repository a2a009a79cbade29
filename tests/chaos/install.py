"""An installation of its own in a folder that is thrown away: every process a real one."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from framework.embedded.child import end, spawn
from framework.embedded.identity import postgres_identity
from framework.embedded.postgres import Postgres
from framework.embedded.valkey import Valkey
from tests.chaos_tools.effects import KILL, LOG
from tests.plugin.services import wait_until
from tests.plugin.stack import ROOT, Stack, free_port

WORKERS = 3
DATABASE = "chaos"
MODEL = "claude-haiku-4-5"
PLAIN = {"AGENCY_CRASH_AT": "", KILL: ""}


@dataclass
class Installation:
    """Databases, a fake provider, one web process and three workers."""

    folder: Path
    stack: Stack
    postgres: subprocess.Popen[Any]
    valkey: subprocess.Popen[Any]
    valkey_server: Valkey
    model_url: str

    @property
    def effects(self) -> Path:
        """The log of what tools did outside."""
        return self.folder / "effects.jsonl"

    @property
    def worker_names(self) -> list[str]:
        """The names under which the stack knows the workers."""
        return [f"worker {number}" for number in range(1, WORKERS + 1)]

    def start(self, name: str, **env: str) -> None:
        """Start a process again, healthy unless the environment says otherwise."""
        self.stack.start(name, **{**PLAIN, **env})

    def restart_valkey(self) -> None:
        """End it as a power cut would and start an empty one."""
        self.valkey.kill()
        self.valkey.wait(10)
        self.valkey = start_valkey(self.valkey_server, self.folder)

    def stop(self) -> None:
        """End the product's processes and the broker."""
        self.stack.stop()
        end(self.valkey, patience=2)

    def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        """Look into the database by a connection of this moment; none of it is kept."""
        with psycopg.connect(self.stack.database_url, autocommit=True) as line:
            return line.execute(sql, given).fetchall()


@contextmanager
def installation() -> Iterator[Installation]:
    """Migrated, seeded and serving; everything is ended and removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="agency-chaos-"))
    (folder / "run").mkdir(mode=0o700)
    (folder / "valkey").mkdir()
    with ExitStack() as ending:
        if os.environ.get("AGENCY_CHAOS_KEEP") != "1":
            ending.callback(shutil.rmtree, folder, ignore_errors=True)
        yield _start(folder, ending)


def _start(folder: Path, ending: ExitStack) -> Installation:
    # Durable, since a killed backend makes the server recover from its log.
    server = Postgres(folder / "postgres", folder / "run", postgres_identity())
    server.prepare()
    with (folder / "postgres.log").open("wb") as log:
        postgres = spawn(server.command(), log=log, identity=server.identity)
    ending.callback(end, postgres, how=signal.SIGINT, patience=5)
    wait_until(server.is_ready, "PostgreSQL's start")
    with psycopg.connect(server.url("postgres"), autocommit=True) as line:
        line.execute(f"CREATE DATABASE {DATABASE}")
    broker = Valkey(folder / "valkey", folder / "run")
    valkey = start_valkey(broker, folder)
    model_url = _start_model(folder, ending)
    env = _environment(folder, server.url(DATABASE), broker.url, model_url)
    os.environ.update(env)
    made = Installation(
        folder, Stack(folder, int(env["AGENCY_PORT"]), env), postgres, valkey, broker, model_url
    )
    ending.callback(made.stop)
    made.stack.manage("migrate", "--verbosity", "0")
    made.stack.manage("seed")
    made.stack.manage("collectstatic", "--no-input", "--verbosity", "0")
    for name in ("web", *made.worker_names):
        made.start(name)
    made.stack.ready(120)
    return made


def start_valkey(server: Valkey, folder: Path) -> subprocess.Popen[Any]:
    """A broker that remembers nothing."""
    with (folder / "valkey.log").open("ab") as log:
        process = spawn(server.command(), log=log)
    wait_until(server.is_ready, "Valkey's start")
    return process


def _start_model(folder: Path, ending: ExitStack) -> str:
    port = free_port()
    command = [sys.executable, "-m", "tests.fakes.model", "--port", str(port)]
    with (folder / "model.log").open("ab") as log:
        model = spawn(command, log=log, cwd=ROOT, env=dict(os.environ))
    ending.callback(end, model, patience=5)
    wait_until(lambda: "listening" in (folder / "model.log").read_text(), "the fake model's start")
    return f"http://127.0.0.1:{port}"


def _environment(folder: Path, database: str, broker: str, model: str) -> dict[str, str]:
    return {
        **os.environ,
        "AGENCY_STATE": str(folder),
        "AGENCY_SECRET_KEY": "only-for-chaos",
        "AGENCY_PORT": str(free_port()),
        "AGENCY_BUS_PREFIX": "chaos",
        "AGENCY_APPS": "tests.chaos_tools",
        "AGENCY_WORKER_THREADS": "40",
        "DATABASE_URL": database,
        "REDIS_URL": broker,
        "ANTHROPIC_API_KEY": "sk-chaos-0000",
        "ANTHROPIC_BASE_URL": model,
        "MODEL": MODEL,
        "DJANGO_SETTINGS_MODULE": "framework.server.settings",
        LOG: str(folder / "effects.jsonl"),
    }

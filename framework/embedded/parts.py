"""The parts of one installation, and how each is started, asked and stopped."""

import contextlib
import json
import os
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from framework.embedded.identity import postgres_identity
from framework.embedded.postgres import Postgres, reason
from framework.embedded.state import State
from framework.embedded.supervisor import Part
from framework.embedded.valkey import Valkey

SERVERS, WEB, WORKER = 0, 2, 3
VALKEY = 1


def postgres_part(state: State) -> Part:
    """The bundled database."""
    server = Postgres(state.postgres, state.run, postgres_identity())

    def command() -> list[str]:
        server.prepare()
        return server.command()

    return Part(
        name="PostgreSQL",
        tier=SERVERS,
        command=command,
        is_ready=server.is_ready,
        explain=lambda log: reason(log, server.data),
        identity=server.identity,
        stop_signal=signal.SIGINT,
        patience=3,
    )


def valkey_part(state: State) -> Part:
    """The bundled queue."""
    server = Valkey(state.valkey, state.run)
    return Part(
        name="Valkey", tier=VALKEY, command=server.command, is_ready=server.is_ready, patience=1
    )


def web_parts(count: int, listener: socket.socket, root: Path) -> Iterable[Part]:
    """Web processes that share one listening socket."""
    number = listener.fileno()
    for index in range(1, count + 1):
        yield Part(
            name=f"web {index}",
            tier=WEB,
            command=lambda: module("framework.server.web", "--fd", str(number)),
            env={**os.environ, "AGENCY_PROCESS": "web"},
            cwd=root,
            keep=[number],
            patience=2,
        )


def worker_parts(count: int, root: Path) -> Iterable[Part]:
    """Worker processes, each with a name of its own."""
    for index in range(1, count + 1):
        yield Part(
            name=f"worker {index}",
            tier=WORKER,
            command=lambda: module("framework.server.worker"),
            env={**os.environ, "AGENCY_PROCESS": "worker"},
            cwd=root,
            patience=3,
        )


def module(name: str, *flags: str) -> list[str]:
    """A Python module as a program."""
    return [sys.executable, "-m", name, *flags]


def answers(url: str) -> bool:
    """Whether a GET is answered with 200."""
    return not lacking(url)


def lacking(url: str) -> str:
    """Why a GET is not answered with 200, in the answer's own words; empty when it is."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return "" if answer.status == 200 else f"it answers {answer.status}"
    except urllib.error.HTTPError as refused:
        with refused, contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            return str(json.loads(refused.read())["detail"]).rstrip(".")
        return f"it answers {refused.code}"
    except OSError:
        return "it does not answer yet"

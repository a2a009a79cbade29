"""Clients that vanish without a word leave nothing behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
import redis

from tests.contract.people import Crowd
from tests.contract.socket_client import Line, named, opened
from tests.plugin.services import wait_until
from tests.plugin.stack import ROOT, Stack

pytestmark = pytest.mark.live

CLIENTS = 300
UPDATES = 30
MEMORY_SLACK = 2_000_000
CROWD = """
import asyncio, sys
from websockets.asyncio.client import connect

async def main():
    url, token, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    gate = asyncio.Semaphore(20)
    async def one():
        async with gate:
            line = await connect(
                url, additional_headers={"Authorization": f"Bearer {token}"}, proxy=None
            )
            await line.recv()
        return line
    lines = await asyncio.gather(*(one() for _ in range(count)))
    print(len(lines), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@contextmanager
def clients(stack: Stack, token: str) -> Iterator[subprocess.Popen[str]]:
    """A process with that many open sockets, which never says goodbye."""
    words = [sys.executable, "-c", CROWD, f"{stack.socket_url}/channel/", token, str(CLIENTS)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == str(CLIENTS)
            yield process
        finally:
            process.kill()


def connections(stack: Stack) -> int:
    """Open connections of the web process."""
    return len(psutil.Process(stack.running["web"].pid).net_connections("tcp"))


def memory() -> int:
    """What the broker holds."""
    found = redis.Redis.from_url(os.environ["REDIS_URL"]).info("memory")
    assert isinstance(found, dict)
    return int(found["used_memory"])


def seconds_for_updates(crowd: Crowd, line: Line, session: str) -> float:
    """How long it takes until so many changes, one after the other, are seen."""
    began = time.monotonic()
    for number in range(UPDATES):
        name = f"Name {number} {began}"
        crowd.owner.call("PATCH", f"/api/session/{session}/", {"name": name})
        line.until(
            lambda one, name=name: (
                named("name_updated")(one) and one["data"]["session"]["name"] == name
            ),
            60,
        )
    return time.monotonic() - began


FROZEN = pytest.param(
    signal.SIGSTOP,
    marks=pytest.mark.skipif(
        not os.environ.get("AGENCY_SOAK"), reason="it takes a minute until the server gives up"
    ),
)


@pytest.mark.parametrize("death", [signal.SIGKILL, FROZEN])
def test_the_send_rate_and_the_brokers_memory_recover_from_dead_clients(
    stack: Stack, crowd: Crowd, death: signal.Signals
) -> None:
    session = crowd.session()
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.next()
        before, held, size = seconds_for_updates(crowd, line, session), connections(stack), memory()
        with clients(stack, crowd.owner.token) as process:
            assert connections(stack) >= CLIENTS
            process.send_signal(death)
            wait_until(lambda: connections(stack) <= held, "the end of their connections", 90)
            after = seconds_for_updates(crowd, line, session)
    assert after < 3 * before + 2
    wait_until(lambda: memory() < size + MEMORY_SLACK, "the broker's memory")

"""The web process round a small application: shared port, draining, frame limit."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from framework.embedded.child import end, spawn
from framework.embedded.exclusive import listen
from framework.embedded.parts import answers
from tests.plugin.services import wait_until

pytestmark = pytest.mark.crash

PROGRAM = """
import asyncio, os, sys, types
from pathlib import Path

async def application(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": str(len(message["text"]))})
        return
    if scope["path"] == "/slow/":
        Path(os.environ["MARK"]).touch()
        await asyncio.sleep(1)
    if scope["path"] == "/size/":
        size = int(dict(scope["headers"]).get(b"content-length", b"-1"))
        while (part := await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(size).encode()})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    body = f"{os.getpid()} {type(asyncio.get_running_loop()).__module__}".encode()
    await send({"type": "http.response.body", "body": body})

module = types.ModuleType("framework.server.asgi")
module.application = application
module.background = ()
sys.modules["framework.server.asgi"] = module
from framework.server import web
web.main()
"""

Start = Callable[[], "subprocess.Popen[Any]"]


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


@pytest.fixture
def port() -> Iterator[tuple[int, int]]:
    """A listening socket as a supervisor holds it: its descriptor and its number."""
    with listen("127.0.0.1", 0) as listener:
        yield listener.fileno(), listener.getsockname()[1]


@pytest.fixture
def url(port: tuple[int, int]) -> str:
    return f"http://127.0.0.1:{port[1]}"


@pytest.fixture
def start(port: tuple[int, int], url: str, tmp_path: Path) -> Iterator[Start]:
    made: list[subprocess.Popen[Any]] = []

    def begin() -> subprocess.Popen[Any]:
        env = {**os.environ, "MARK": str(tmp_path / "mark"), "AGENCY_PROCESS": "web"}
        with (tmp_path / "web.log").open("ab") as log:
            process = spawn(
                [sys.executable, "-c", PROGRAM, "--fd", str(port[0])],
                log=log,
                env=env,
                keep=[port[0]],
            )
        made.append(process)
        wait_until(lambda: answers(url) or process.poll() is not None, "The web process's start")
        return process

    yield begin
    for process in made:
        end(process, patience=8)


def test_it_serves_on_uvloop(start: Start, url: str) -> None:
    process = start()
    assert get(url).split() == [str(process.pid), "uvloop"]


def test_a_request_that_comes_while_it_restarts_waits_and_is_answered(
    start: Start, url: str
) -> None:
    first = start()
    first.kill()
    first.wait()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(get, url)
        second = start()
        assert asked.result().split()[0] == str(second.pid)


def test_an_answer_in_progress_is_finished_before_it_stops(
    start: Start, url: str, tmp_path: Path
) -> None:
    process = start()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(get, f"{url}/slow/")
        wait_until((tmp_path / "mark").exists, "The request's arrival")
        process.send_signal(signal.SIGTERM)
        assert asked.result().split()[0] == str(process.pid)
    assert process.wait(5) == 0


def test_open_sockets_are_told_to_come_back(start: Start, port: tuple[int, int]) -> None:
    process = start()
    with connect(f"ws://127.0.0.1:{port[1]}/") as line:
        line.send("hello")
        assert line.recv(timeout=5) == "5"
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert process.wait(5) == 0


def test_a_frame_over_the_limit_closes_its_socket_only(start: Start, port: tuple[int, int]) -> None:
    start()
    address = f"ws://127.0.0.1:{port[1]}/"
    with connect(address) as other, connect(address) as line:
        line.send("x" * (16 * 1024 * 1024))
        assert line.recv(timeout=20) == str(16 * 1024 * 1024)
        with pytest.raises(ConnectionClosed) as closed:
            line.send("x" * (16 * 1024 * 1024 + 1))
            line.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        other.send("still here")
        assert other.recv(timeout=5) == "10"


def chunks(url: str, number: int) -> tuple[int, bytes]:
    """Send so many chunks of 1 MiB, without a word of how many there are."""
    body = (b"x" * 1024 * 1024 for _ in range(number))
    with httpx.Client(timeout=30) as client:
        answer = client.post(f"{url}/size/", content=body)
    return answer.status_code, answer.content


def test_a_body_in_chunks_reaches_the_application_with_its_length(start: Start, url: str) -> None:
    start()
    assert chunks(url, 3) == (200, str(3 * 1024 * 1024).encode())


def test_a_body_over_the_limit_is_cut_off_announced_or_not(start: Start, url: str) -> None:
    start()
    try:
        status, _ = chunks(url, 48)
    except httpx.TransportError:
        status = 413  # hung up while we were still sending
    assert status == 413
    announced = HTTPConnection(url.removeprefix("http://"), timeout=30)
    announced.putrequest("POST", "/size/")
    announced.putheader("Content-Length", str(10**12))
    announced.endheaders()
    assert announced.getresponse().status == 413
    announced.close()
    assert get(url)


def test_a_broken_form_is_left_to_the_application(start: Start, url: str) -> None:
    start()
    headers = {"Content-Type": "multipart/form-data"}
    answer = httpx.post(f"{url}/size/", content=b"x", headers=headers)
    assert (answer.status_code, answer.text) == (200, "1")

"""The supervisor and its bundled servers, each with real processes."""

import dataclasses
import os
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import psutil
import psycopg
import pytest

from framework.embedded import parts
from framework.embedded.identity import postgres_identity
from framework.embedded.postgres import Postgres
from framework.embedded.problem import CannotStart
from framework.embedded.state import State
from framework.embedded.supervisor import Part, Supervisor
from tests.plugin.services import wait_until

pytestmark = pytest.mark.crash

SERVERS = """
import sys
from pathlib import Path
from framework.embedded import parts
from framework.embedded.state import State
from framework.embedded.supervisor import Supervisor
state = State(Path(sys.argv[1]))
state.make()
supervisor = Supervisor(state.logs, print)
supervisor.start(parts.postgres_part(state), parts.valkey_part(state))
print("ready", flush=True)
supervisor.watch()
"""


def program(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def waiting(name: str, tier: int = 0, text: str = "import time; time.sleep(600)") -> Part:
    return Part(name=name, tier=tier, command=lambda: program(text), patience=0.5)


def processes_of(folder: Path) -> list[int]:
    """Whoever names the state folder, or the one of its sockets, in its command line."""
    named = (str(folder), str(State(folder).run))
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "status"])
        if process.info["status"] != psutil.STATUS_ZOMBIE
        and any(name in word for word in process.info["cmdline"] or [] for name in named)
        and process.pid != os.getpid()
    ]


def look_until(supervisor: Supervisor, is_so: object, seconds: float = 10) -> None:
    """Let the supervisor look after its parts until it is so."""
    assert callable(is_so)

    def looked() -> bool:
        for life in supervisor.lives:
            supervisor.look_after(life)
        return bool(is_so())

    wait_until(looked, "The supervisor's reaction", seconds)


def test_a_start_that_takes_long_says_what_it_waits_for(
    supervisor: Supervisor, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("framework.embedded.supervisor.SILENT_SECONDS", 0.05)
    with supervisor.patiently("the page", why=lambda: "no worker is up"):
        wait_until(lambda: bool(said), "word of what is waited for")
    assert said == ["Still waiting for the page: no worker is up ..."]
    slow = dataclasses.replace(waiting("one"), is_ready=lambda: len(said) > 1)
    supervisor.start(slow, waiting("two"))
    assert said[1:] == ["Still waiting for one and two ..."]


def test_what_a_page_lacks_is_told_in_its_own_words() -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/good/" else 503)
            self.end_headers()
            if self.path == "/lacking/":
                self.wfile.write(b'{"detail": "Missing: worker."}')

        def log_message(self, *args: object) -> None:
            """Keep quiet."""

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        told = [parts.lacking(f"{url}{path}") for path in ("/good/", "/lacking/", "/other/")]
        assert told == ["", "Missing: worker", "it answers 503"]
        server.shutdown()
    assert parts.lacking(url) == "it does not answer yet"


def test_a_crashed_part_runs_again(supervisor: Supervisor, said: list[str]) -> None:
    supervisor.start(waiting("one"))
    first = supervisor.lives[0].process.pid
    os.kill(first, signal.SIGKILL)
    look_until(supervisor, lambda: supervisor.lives[0].process.pid != first)
    assert supervisor.lives[0].process.poll() is None
    assert "one ended with code -9" in said[0]


def test_a_part_that_keeps_crashing_is_tried_less_and_less_often(
    supervisor: Supervisor, said: list[str]
) -> None:
    supervisor.begin(waiting("bad", text="raise SystemExit(3)"))
    look_until(supervisor, lambda: len(said) >= 3)
    pauses = [float(line.split(" in ")[1].split()[0]) for line in said[:3]]
    assert pauses == sorted(pauses)
    assert pauses[2] >= 2 * pauses[0]


def test_a_part_that_cannot_start_says_why(supervisor: Supervisor) -> None:
    part = Part(
        name="bad",
        tier=0,
        command=lambda: program("import sys; sys.exit('no such thing')"),
        is_ready=lambda: False,
    )
    with pytest.raises(CannotStart, match="bad ended at once: no such thing"):
        supervisor.start(part)


def test_stopping_ends_even_a_part_that_ignores_the_signal(supervisor: Supervisor) -> None:
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
    supervisor.start(waiting("deaf", 1, deaf), waiting("other", 0))
    began = time.monotonic()
    pids = [life.process.pid for life in supervisor.lives]
    supervisor.stop()
    assert time.monotonic() - began < 5
    assert not [pid for pid in pids if psutil.pid_exists(pid)]


def test_what_a_part_left_behind_ends_with_it(supervisor: Supervisor, tmp_path: Path) -> None:
    mark = tmp_path / "grandchild"
    text = (
        "import subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', {str(mark)!r}])\n"
        f"open({str(mark)!r}, 'w').close(); time.sleep(600)"
    )
    supervisor.start(waiting("parent", text=text))
    wait_until(mark.exists, "The grandchild")
    supervisor.stop()
    wait_until(lambda: not processes_of(mark), "The grandchild's end")


def test_parts_of_a_higher_tier_stop_first(supervisor: Supervisor, tmp_path: Path) -> None:
    order = tmp_path / "order"

    def telling(name: str) -> str:
        return (
            "import signal, sys, time\n"
            "def stop(*_):\n"
            f"    open({str(order)!r}, 'a').write({name!r}); sys.exit(0)\n"
            "signal.signal(15, stop)\n"
            f"open({str(tmp_path / name)!r}, 'w').close()\n"
            "time.sleep(600)"
        )

    for name, tier in (("a", 0), ("b", 1), ("c", 2)):
        supervisor.start(waiting(name, tier, telling(name)))
        wait_until((tmp_path / name).exists, "The part's start")
    supervisor.stop()
    assert order.read_text() == "cba"


def test_the_database_is_back_with_its_data_after_kill_9(
    supervisor: Supervisor, state: State
) -> None:
    supervisor.start(parts.postgres_part(state))
    server = Postgres(state.postgres, state.run)
    with psycopg.connect(server.url("postgres"), autocommit=True) as line:
        line.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    first = supervisor.lives[0].process.pid
    os.kill(first, signal.SIGKILL)
    look_until(
        supervisor,
        lambda: supervisor.lives[0].process.pid != first and server.is_ready(),
        seconds=30,
    )
    with psycopg.connect(server.url("postgres")) as line:
        assert line.execute("SELECT answer FROM kept").fetchone() == (42,)


def test_kill_9_of_the_supervisor_leaves_no_process(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    with subprocess.Popen(
        [*program(SERVERS), str(folder)], stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "ready\n"
            assert len(processes_of(folder)) >= 3
        finally:
            running.kill()
    wait_until(lambda: not processes_of(folder), "The end of every process")


def test_a_lock_file_of_another_program_is_not_believed(
    supervisor: Supervisor, state: State
) -> None:
    server = Postgres(state.postgres, state.run, postgres_identity(), durable=False)
    server.prepare()
    with subprocess.Popen(program("input()"), stdin=subprocess.PIPE) as other:
        for lock in (state.postgres / "postmaster.pid", state.run / ".s.PGSQL.5432.lock"):
            lock.write_text(f"{other.pid}\n{state.postgres}\n")
        supervisor.start(parts.postgres_part(state))
        assert other.poll() is None
        other.communicate(b"\n")


def test_a_process_of_the_former_server_is_waited_for(supervisor: Supervisor, state: State) -> None:
    supervisor.start(parts.postgres_part(state))
    server = Postgres(state.postgres, state.run)
    with psycopg.connect(server.url("postgres"), autocommit=True) as line:
        backend = line.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        os.kill(supervisor.lives[0].process.pid, signal.SIGKILL)
        supervisor.lives[0].process.wait()
        threading.Timer(1, os.kill, [backend, signal.SIGKILL]).start()
        began = time.monotonic()
        server.prepare()
        assert time.monotonic() - began > 0.5
        line.close()
    supervisor.lives.clear()
    supervisor.start(parts.postgres_part(state))


def test_a_database_that_outlived_its_supervisor_is_ended(state: State) -> None:
    server = Postgres(state.postgres, state.run, postgres_identity(), durable=False)
    server.prepare()
    first = Supervisor(state.logs, lambda text: None)
    first.start(parts.postgres_part(state))
    orphan = first.lives[0].process
    reaper = threading.Thread(target=orphan.wait)
    reaper.start()
    server.prepare()
    reaper.join(5)
    assert orphan.returncode == 0

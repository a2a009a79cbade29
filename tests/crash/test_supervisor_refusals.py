"""What the supervisor and its servers refuse, and where they keep things."""

import os
import socket
from pathlib import Path

import pytest

from framework.embedded import parts
from framework.embedded.exclusive import listen, lock_state
from framework.embedded.identity import postgres_identity
from framework.embedded.postgres import Postgres, reason
from framework.embedded.problem import CannotStart
from framework.embedded.state import State
from framework.embedded.supervisor import Supervisor, keep_short

pytestmark = pytest.mark.crash


def test_a_foreign_data_folder_is_refused(state: State) -> None:
    state.postgres.mkdir()
    (state.postgres / "letter.txt").write_text("dear")
    with pytest.raises(CannotStart, match="is not a PostgreSQL data folder"):
        Postgres(state.postgres, state.run).prepare()


def test_data_of_another_major_version_is_refused(state: State) -> None:
    state.postgres.mkdir()
    (state.postgres / "PG_VERSION").write_text("12\n")
    with pytest.raises(CannotStart, match="was written by PostgreSQL 12 and this is"):
        Postgres(state.postgres, state.run).prepare()


def test_a_corrupt_data_folder_is_one_sentence(supervisor: Supervisor, state: State) -> None:
    server = Postgres(state.postgres, state.run, postgres_identity(), durable=False)
    server.prepare()
    (state.postgres / "global" / "pg_control").write_bytes(b"nonsense")
    with pytest.raises(CannotStart) as refusal:
        supervisor.start(parts.postgres_part(state))
    text = str(refusal.value)
    assert text.startswith("PostgreSQL cannot use")
    assert text.endswith(".")
    assert "\n" not in text


def test_a_full_disk_is_one_sentence() -> None:
    output = 'FATAL:  could not write to file "x": No space left on device\n'
    assert reason(output, Path("/data")) == (
        "The disk is full: PostgreSQL could not write to /data."
    )


def test_a_second_holder_of_the_state_folder_is_refused(state: State) -> None:
    held = lock_state(state.lock)
    try:
        with pytest.raises(CannotStart, match=rf"already runs .* \(process {os.getpid()}\)"):
            lock_state(state.lock)
    finally:
        os.close(held)
    os.close(lock_state(state.lock))


def test_a_taken_port_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotStart, match=f"Port {port} of 127.0.0.1 is taken"):
            listen("127.0.0.1", port)


def test_a_state_folder_with_a_long_path_keeps_its_sockets_elsewhere(tmp_path: Path) -> None:
    long = State(tmp_path / ("long" * 30))
    long.make()
    assert len(str(long.run)) < 80
    assert long.run.stat().st_mode & 0o777 == 0o700
    long.run.rmdir()


def test_a_long_log_is_moved_aside_under_its_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("framework.embedded.supervisor.LOG_LIMIT", 10)
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as writer:
        writer.write(b"0123456789abc")
        keep_short(log)
        writer.write(b"new")
    assert log.read_bytes() == b"new"
    assert log.with_suffix(".log.1").read_bytes() == b"0123456789abc"

"""The bundled PostgreSQL: its files, its command line, its readiness."""

import errno
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from framework.embedded.binaries import postgres_programs
from framework.embedded.child import command_line, tied
from framework.embedded.problem import CannotStart

USER = "agency"
SOCKET = ".s.PGSQL.5432"

FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Postgres:
    """A private server that only this user can reach, by a socket in a closed folder."""

    data: Path
    sockets: Path
    identity: str = "same"
    durable: bool = True

    def url(self, database: str = "agency") -> str:
        """DATABASE_URL of one database of this server."""
        host = quote(str(self.sockets), safe="/")
        password = f"&password={self.password()}" if self.password() else ""
        return f"postgresql:///{database}?host={host}&user={USER}{password}"

    def password(self) -> str:
        """Empty, but where other users could reach the socket."""
        path = self.password_file
        return path.read_text().strip() if path.exists() else ""

    @property
    def password_file(self) -> Path:
        """Beside the data folder, since initdb wants that one empty."""
        return self.data.with_name("postgres.password")

    def prepare(self) -> None:
        """Make the data folder unless it is there; refuse one that this server cannot use."""
        if not self.data.exists() or not any(self.data.iterdir()):
            self.create()
        version = self.data / "PG_VERSION"
        if not version.exists():
            raise CannotStart(
                f"{self.data} is not a PostgreSQL data folder: move it away or set AGENCY_STATE."
            )
        found, ours = version.read_text().strip(), str(self.major())
        if found != ours:
            raise CannotStart(
                f"The data in {self.data} was written by PostgreSQL {found} and this is "
                f"{ours}: move it with pg_dump and restore, as docs/operation.md says."
            )
        self.settle_with_former_server()

    def create(self) -> None:
        """Run initdb beside the final place and move the result there whole."""
        draft = self.data.with_name("postgres.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700, parents=True)
        command = [
            *(str(postgres_programs() / "initdb"), "--pgdata", str(draft)),
            *("--username", USER, "--encoding", "UTF8", "--no-sync", "--no-instructions"),
            *locale(self.major()),
            *self.authentication(draft),
        ]
        done = subprocess.run(
            tied(command, self.identity), capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            shutil.rmtree(draft, ignore_errors=True)
            raise CannotStart(reason(done.stderr + done.stdout, draft))
        if self.data.exists():
            self.data.rmdir()
        draft.rename(self.data)
        if self.durable:
            os.sync()

    def authentication(self, draft: Path) -> list[str]:
        """Trust in a folder that only we can enter; a password where we run as nobody."""
        if self.identity != "nobody":
            return ["--auth", "trust"]
        self.password_file.touch(mode=0o600)
        self.password_file.write_text(secrets.token_hex(24))
        shutil.chown(draft, 65534, 65534)
        shutil.chown(self.password_file, 65534, 65534)
        shutil.chown(self.sockets, 65534, 65534)
        return ["--auth", "scram-sha-256", "--pwfile", str(self.password_file)]

    def major(self) -> int:
        """The server program's major version."""
        told = subprocess.run(
            [str(postgres_programs() / "postgres"), "--version"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = re.search(r"(\d+)", told)
        return int(found[1]) if found else 0

    def settle_with_former_server(self) -> None:
        """Make sure that nobody uses the data, whatever the former server's lock file says.

        Its process id may by now belong to anybody: only a command line that names our data
        folder is believed, and then that server has outlived its supervisor, whose lock we
        hold. The file itself stays, since by it PostgreSQL sees whether a part of the former
        server still holds the data; with our own id in it, its child does not mind it.
        """
        lock = self.data / "postmaster.pid"
        if not lock.exists():
            self.forget_former_socket()
            return
        first, *others = lock.read_text().splitlines() or [""]
        if first.strip().isdigit() and str(self.data) in command_line(int(first)):
            end_orphan(int(first))
        if lock.exists():
            lock.write_text("\n".join([str(os.getpid()), *others, ""]))
            wait_for_release(others)
        self.forget_former_socket()

    def forget_former_socket(self) -> None:
        """Remove the former server's socket: its lock names a process id that may be anybody's."""
        for name in (SOCKET, f"{SOCKET}.lock"):
            (self.sockets / name).unlink(missing_ok=True)

    def command(self) -> list[str]:
        """How to start it in the foreground."""
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "shared_buffers": "128MB",
            "deadlock_timeout": "200ms",
            "jit": "off",
            "timezone": "UTC",
            "log_timezone": "UTC",
            **({} if self.durable else FORGETFUL),
        }
        flags = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        return [str(postgres_programs() / "postgres"), "-D", str(self.data), *flags]

    def is_ready(self) -> bool:
        """Whether it says so and listens."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            if len(lines) < 8 or lines[7].strip() != "ready":
                return False
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(1)
                line.connect(str(self.sockets / SOCKET))
            return True
        except OSError:
            return False


def end_orphan(pid: int, patience: float = 5) -> None:
    """Ask a server without a supervisor to stop, and wait until it is gone."""
    os.kill(pid, signal.SIGINT)
    limit = time.monotonic() + patience
    while command_line(pid):
        if time.monotonic() > limit:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def wait_for_release(lock: list[str], patience: float = 5) -> None:
    """Wait until the former server's last process has let go of its shared memory."""
    table = Path("/proc/sysvipc/shm")
    if len(lock) < 6 or not table.exists():
        return
    segment = lock[5].split()[-1:]
    limit = time.monotonic() + patience
    while time.monotonic() < limit:
        rows = [row.split() for row in table.read_text().splitlines()[1:]]
        if not any(row[1:2] == segment and row[6] != "0" for row in rows):
            return
        time.sleep(0.02)


def locale(major: int) -> list[str]:
    """The same order of text on every machine; the system's libraries have no say."""
    if major >= 17:
        return ["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"]
    return ["--locale", "C"]


def reason(output: str, folder: Path) -> str:
    """One sentence out of what a failed server or initdb printed."""
    if os.strerror(errno.ENOSPC) in output:
        return f"The disk is full: PostgreSQL could not write to {folder}."
    worst = re.findall(r"(?:FATAL|PANIC|initdb: error|error):\s+(.+)", output)
    told = worst[-1].strip() if worst else (output.strip().splitlines() or ["no output"])[-1]
    return f"PostgreSQL cannot use {folder}: {told.rstrip('.')}."

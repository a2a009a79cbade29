"""Starting a process that cannot outlive us, and ending it."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

PRELUDE = Path(__file__).with_name("prelude.py")


def tied(argv: Sequence[str], identity: str = "same") -> list[str]:
    """The command line that runs `argv` so that it ends when this process does."""
    return [sys.executable, "-I", "-S", str(PRELUDE), str(os.getpid()), identity, *argv]


def spawn(
    argv: Sequence[str],
    *,
    log: IO[bytes] | int,
    identity: str = "same",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    keep: Sequence[int] = (),
) -> subprocess.Popen[Any]:
    """Start `argv` in a process group of its own.

    Call it from the main thread: the kernel ties a child to the thread that made it.
    """
    return subprocess.Popen(
        tied(argv, identity),
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=None if env is None else dict(env),
        cwd=cwd,
        pass_fds=keep,
        start_new_session=True,
    )


def signal_group(process: subprocess.Popen[Any], number: int) -> None:
    """Send a signal to the child and whatever it started, if any of it is left."""
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        return


def end(process: subprocess.Popen[Any], *, how: int = signal.SIGTERM, patience: float) -> None:
    """Ask the child to stop, wait, then end its whole group."""
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            signal_group(process, signal.SIGKILL)
            process.wait()
    signal_group(process, signal.SIGKILL)


def command_line(pid: int) -> str:
    """What the process with this id was started as; empty when there is none."""
    path = Path(f"/proc/{pid}/cmdline")
    if Path("/proc/self").exists():
        try:
            return path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""
    found = subprocess.run(
        ["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()

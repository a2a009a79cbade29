"""What only one server may hold: the state folder and the port."""

import errno
import fcntl
import os
import socket
from pathlib import Path

from framework.embedded.problem import CannotStart


def lock_state(path: Path) -> int:
    """Hold the state folder until this process ends; a second holder is refused."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
        os.close(descriptor)
        raise CannotStart(
            f"Agency already runs from {path.parent} (process {holder}): stop it first, "
            "or set AGENCY_STATE to another folder."
        ) from None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor


REFUSALS = {
    errno.EADDRINUSE: "is taken by another program: stop that one, or set AGENCY_PORT",
    errno.EACCES: "may not be opened by this user: set AGENCY_PORT to one above 1023",
    errno.EADDRNOTAVAIL: "is not on an address of this machine: set AGENCY_HOST",
}


def listen(host: str, port: int) -> socket.socket:
    """Open the port that all web processes share; it stays open while one restarts."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, OverflowError) as error:
        raise CannotStart(refusal(host, port, error)) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotStart(refusal(host, port, error)) from None
    listener.setblocking(False)
    return listener


def refusal(host: str, port: int, error: Exception) -> str:
    """Why the port cannot be opened, and what to do."""
    number = getattr(error, "errno", None)
    return f"Port {port} of {host} {REFUSALS.get(number or 0, f'cannot be opened ({error})')}."

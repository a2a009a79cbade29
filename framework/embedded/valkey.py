"""The bundled Valkey: one socket, nothing on disk."""

import socket
from dataclasses import dataclass
from pathlib import Path

from framework.embedded.binaries import valkey_program


@dataclass(frozen=True)
class Valkey:
    """A private server that only this user can reach.

    It keeps nothing: the rows in PostgreSQL are the truth, and the sweep finds what a lost
    hint would have told.
    """

    folder: Path
    sockets: Path

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.sockets / "valkey.sock"

    @property
    def url(self) -> str:
        """REDIS_URL of this server."""
        return f"unix://{self.socket}"

    def command(self) -> list[str]:
        """How to start it in the foreground."""
        self.socket.unlink(missing_ok=True)
        return [
            *(str(valkey_program()), "--port", "0", "--dir", str(self.folder)),
            *("--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--save", "", "--appendonly", "no", "--daemonize", "no"),
        ]

    def is_ready(self) -> bool:
        """Whether it answers."""
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(1)
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(7).startswith(b"+PONG")
        except OSError:
            return False

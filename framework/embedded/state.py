"""The state folder: what lies where in it. Standard library only; settings import this."""

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOCKET_ROOM = 80
"""A socket's whole path must fit in about 100 bytes; this much is left for its folder."""


@dataclass(frozen=True)
class State:
    """The folder that holds everything of one installation that is not code."""

    folder: Path

    @property
    def postgres(self) -> Path:
        """The database's files."""
        return self.folder / "postgres"

    @property
    def valkey(self) -> Path:
        """The queue server's working folder."""
        return self.folder / "valkey"

    @property
    def logs(self) -> Path:
        """One log per process."""
        return self.folder / "logs"

    @property
    def lock(self) -> Path:
        """Locked as long as a supervisor runs here."""
        return self.folder / "lock"

    @property
    def run(self) -> Path:
        """The sockets; elsewhere when the state folder's path is too long for a socket."""
        inside = self.folder / "run"
        if len(os.fsencode(inside)) <= SOCKET_ROOM:
            return inside
        mark = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"agency-{os.getuid()}-{mark}"

    def make(self) -> None:
        """Create the folders, closed to other users; refuse a socket folder of somebody else."""
        for folder in (self.folder, self.valkey, self.logs, self.run):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = self.run.lstat()
        if found.st_uid != os.getuid() or self.run.is_symlink():
            raise PermissionError(f"{self.run} belongs to somebody else.")
        self.run.chmod(0o700)

"""The one folder a session's file tools may touch.

Note: two looks. A path is first resolved with all its links, which gives the text for refusals
and lets links that stay inside work. The resolved path is then walked from the folder's own
descriptor with every link refused, so a link swapped in between the looks leads nowhere.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from agency.policy.paths import is_secret_name
from agency.tool.spec import ToolError

DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK a pipe somebody left in the folder would hold the tool for ever.
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
DRAFT = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Folder:
    """A folder that no path leads out of; all refusals are ToolErrors for the model."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        if not self.root.is_dir():
            raise ToolError("The session's folder does not exist.")

    def locate(self, path: str) -> PurePosixPath:
        """The path relative to the folder, its links resolved; `.` is the folder itself."""
        if "\0" in path:
            raise ToolError("The path holds a NUL character.")
        try:
            real = Path(os.path.realpath(self.root / path))
        except (OSError, ValueError) as error:
            raise ToolError(f"{path} is not a usable path: {error}.") from error
        if not real.is_relative_to(self.root):
            raise ToolError(f"{path} is outside the session's folder; only paths inside it work.")
        return PurePosixPath(real.relative_to(self.root))

    @contextmanager
    def open_directory(self, place: PurePosixPath, *, create: bool = False) -> Iterator[int]:
        """A descriptor of a located directory; `create` makes what is missing on the way."""
        descriptor = os.open(self.root, DIRECTORY)
        try:
            for part in place.parts:
                if create:
                    with suppress(FileExistsError):
                        os.mkdir(part, 0o777, dir_fd=descriptor)
                inner = os.open(part, DIRECTORY, dir_fd=descriptor)
                os.close(descriptor)
                descriptor = inner
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def open_file(self, path: str) -> Iterator[int]:
        """A descriptor of an ordinary file, for reading."""
        place = self.locate(path)
        with _refusals(path), self.open_directory(place.parent) as directory:
            descriptor = os.open(place.name or ".", FILE, dir_fd=directory)
        try:
            mode = os.fstat(descriptor).st_mode
            if stat.S_ISDIR(mode):
                raise ToolError(f"{path} is a directory; use Glob to see what is in it.")
            if not stat.S_ISREG(mode):
                raise ToolError(f"{path} is not an ordinary file.")
            yield descriptor
        finally:
            os.close(descriptor)

    def replace(self, path: str, content: bytes) -> bool:
        """Write the whole file at once; True when it is new.

        A reader, and a crash, see the old file or the new one. The old one's permissions stay.
        """
        place = self.locate(path)
        if not place.name:
            raise ToolError(f"{path} is a directory.")
        with _refusals(path), self.open_directory(place.parent, create=True) as directory:
            mode = _mode_at(place.name, directory)
            if mode is not None and not stat.S_ISREG(mode):
                raise ToolError(f"{path} is not an ordinary file.")
            _put(place.name, content, directory, mode)
            return mode is None

    def open_ordinary(self, name: str, directory: int) -> BinaryIO | None:
        """A file of a walked directory, or None for a link and all else that is no file."""
        try:
            file = os.fdopen(os.open(name, FILE, dir_fd=directory), "rb")
        except OSError:
            return None
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file
        file.close()
        return None

    def walk(self, path: str) -> Iterator[tuple[str, int, list[str]]]:
        """Each directory from here down: its relative path, its descriptor, the names in it.

        Hidden and secret names are left out, linked directories are not entered. The
        descriptor is valid until the next step.
        """
        place = self.locate(path)
        with _refusals(path), self.open_directory(place) as start:
            for inner, directories, names, descriptor in os.fwalk(".", dir_fd=start):
                directories[:] = sorted(name for name in directories if not is_secret_name(name))
                here = place / inner
                yield (
                    "" if here == PurePosixPath(".") else str(here),
                    descriptor,
                    sorted(name for name in names if not is_secret_name(name)),
                )


@contextmanager
def _refusals(path: str) -> Iterator[None]:
    """Turn the system's errors into texts for the model."""
    try:
        yield
    except FileNotFoundError as error:
        raise ToolError(f"{path} does not exist.") from error
    except NotADirectoryError as error:
        raise ToolError(f"{path}: a part of the path is not a directory.") from error
    except IsADirectoryError as error:
        raise ToolError(f"{path} is a directory.") from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise ToolError(f"{path} is a link that leads nowhere.") from error
        raise ToolError(f"{path}: {error.strerror}.") from error


def _mode_at(name: str, directory: int) -> int | None:
    try:
        return os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return None


def _put(name: str, content: bytes, directory: int, mode: int | None) -> None:
    draft = f".{secrets.token_hex(8)}.part"
    descriptor = os.open(draft, DRAFT, 0o666, dir_fd=directory)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if mode is not None:
                os.fchmod(descriptor, stat.S_IMODE(mode))
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        os.replace(draft, name, src_dir_fd=directory, dst_dir_fd=directory)
    except BaseException:
        os.unlink(draft, dir_fd=directory)
        raise
    os.fsync(directory)

"""Where stored bytes live: server-made names below the state folder, written once."""

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.conf import settings

from framework.core.errors import Invalid
from framework.core.ids import uuid7
from framework.core.pictures import picture_of

MAX_SIDE = 8_000
"""Pixels; providers refuse larger pictures, in every later turn too."""


@dataclass(frozen=True)
class StoredBytes:
    """What a row keeps of a stored file; `path` is relative to the file root."""

    path: str
    size: int
    sha256: str


def file_root() -> Path:
    """The folder of stored bytes; shared by all processes of an installation."""
    root: Path = settings.AGENCY_STATE / "files"
    return root


def outputs_folder(session_id: UUID) -> Path:
    """Where the whole results of a session's tools are kept, away from the tools themselves."""
    folder: Path = settings.AGENCY_STATE / "outputs" / str(session_id)
    return folder


def picture_type(data: bytes, *, for_model: bool = True) -> str:
    """The media type by the bytes themselves; raises Invalid for anything but a whole picture.

    One that a model is to see must also have a size that providers take.
    """
    picture = picture_of(data)
    if picture is None:
        raise Invalid.field("images", "must be JPEG, PNG, GIF or WebP, and whole")
    if for_model and max(picture.width, picture.height) > MAX_SIDE:
        raise Invalid.field("images", f"at most {MAX_SIDE} pixels a side")
    return picture.media_type


def store_bytes(data: bytes) -> StoredBytes:
    """Write the bytes under a new name, whole or not at all."""
    name = uuid7().hex
    relative = f"{name[-2:]}/{name}"
    target = file_root() / relative
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, draft = tempfile.mkstemp(dir=target.parent)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    Path(draft).rename(target)
    return StoredBytes(relative, len(data), hashlib.sha256(data).hexdigest())


def read_bytes(relative: str) -> bytes:
    """The stored bytes; raises FileNotFoundError when they are gone."""
    return (file_root() / relative).read_bytes()


def copy_bytes(relative: str) -> str | None:
    """The same bytes under another new name; None when they are gone."""
    name = uuid7().hex
    copy = f"{name[-2:]}/{name}"
    return copy if link_file(file_root() / relative, file_root() / copy) else None


def link_file(source: Path, target: Path) -> bool:
    """A second name of a file that is never written again, else a copy; False when it is gone."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        target.hardlink_to(source)
    except FileNotFoundError:
        return False
    except OSError:  # a file system without such links
        shutil.copyfile(source, target)
    return True

"""Paths in policy: text only, so what a symbolic link points to is for the tool to check."""

import posixpath
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

SECRET_NAMES = (
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks",
    "*.kdbx", "*.keystore", "credentials*", "secret*", "*.secret", "*_rsa", "*.env",
)  # fmt: skip


def folder_path(path: str, folder: str | None) -> str:
    """The path in its plainest form: relative to the folder inside it, absolute outside.

    Without a folder a path that climbs out keeps its leading `..`.
    """
    if folder is None:
        return posixpath.normpath(path)
    whole = posixpath.normpath(posixpath.join(folder, path))
    inside = PurePosixPath(whole).is_relative_to(posixpath.normpath(folder))
    return posixpath.relpath(whole, folder) if inside else whole


def is_outside(path: str) -> bool:
    """True for a path of `folder_path` that leaves the folder."""
    return path.startswith("/") or path == ".." or path.startswith("../")


def is_secret_name(name: str) -> bool:
    """True for hidden names and for those that keys and credentials usually have."""
    if name in (".", ".."):
        return False
    return name.startswith(".") or any(fnmatchcase(name.casefold(), one) for one in SECRET_NAMES)


def is_secret_path(path: str) -> bool:
    """True when any part of the path is a secret or hidden name."""
    return any(map(is_secret_name, path.split("/")))


def path_matches(pattern: str, path: str) -> bool:
    """Whether a glob names the whole path: `*` and `?` within one part, `**` for any parts."""
    steps = [part for part in pattern.split("/") if part not in ("", ".")]
    if pattern.startswith("/") != path.startswith("/"):
        return False
    parts = [part for part in path.split("/") if part not in ("", ".")]
    reached = {0}  # how many steps are used up; a set, so that no pattern is slow
    for part in parts:
        reached = _beyond_stars(steps, reached)
        reached = {at if steps[at] == "**" else at + 1 for at in reached if _fits(steps, at, part)}
    return len(steps) in _beyond_stars(steps, reached)


def path_covered(pattern: str, path: str) -> bool:
    """The wide match: any case, everything below a match, a bare name at any depth."""
    pattern, path = pattern.casefold().rstrip("/"), path.casefold()
    if "/" not in pattern:
        return any(path_matches(pattern, part) for part in path.split("/"))
    return path_matches(pattern, path) or path_matches(f"{pattern}/**", path)


def _fits(steps: list[str], at: int, part: str) -> bool:
    return at < len(steps) and (steps[at] == "**" or fnmatchcase(part, steps[at]))


def _beyond_stars(steps: list[str], reached: set[int]) -> set[int]:
    beyond = set(reached)
    for at, step in enumerate(steps):
        if step == "**" and at in beyond:
            beyond.add(at + 1)
    return beyond

"""Finding files by name."""

import os
from typing import Annotated

from agency.policy.paths import path_matches
from agency.tool import ToolContext, ToolError, tool
from agency.tool.folder import Folder
from agency.tool.search_limit import OutOfTime, time_limit

MAX_FOUND = 1_000
SECONDS = 20.0


@tool(effect="pure", parallel=True, default_policy="allow", name="Glob", sensitive={"path": "path"})
def find(
    ctx: ToolContext,
    pattern: Annotated[str, "such as **/*.py; * stays within a directory, ** does not"],
    path: Annotated[str, "the directory to look in, relative to the session's folder"] = ".",
) -> str:
    """List the files of the session's folder whose path, counted from `path`, fits a pattern.

    Hidden files are left out, and so are those whose names look like keys and credentials.
    """
    steps = pattern.split("/")
    if pattern.startswith("/") or ".." in steps:
        raise ToolError("The pattern starts at path and cannot leave it; set path instead.")
    folder = Folder(ctx.folder)
    start = str(folder.locate(path))
    found: list[str] = []
    note = ""
    try:
        with time_limit(SECONDS):
            for inner, _, names in folder.walk(path):
                for name in names:
                    whole = f"{inner}/{name}" if inner else name
                    if path_matches(pattern, os.path.relpath(whole, start)):
                        found.append(whole)
                if len(found) > MAX_FOUND:
                    note = f"\n[only the first {MAX_FOUND}; use a narrower pattern]"
                    break
    except OutOfTime:
        note = f"\n[stopped after {SECONDS:g} seconds; use a narrower path]"
    return "\n".join(found[:MAX_FOUND]) + note if found else f"No file fits {pattern}.{note}"

"""Reading a text file, a piece at a time."""

import mimetypes
import os
from itertools import islice
from typing import Annotated, TextIO

from pydantic import Field

from agency.tool import ToolContext, ToolError, tool
from agency.tool.folder import Folder

MAX_LINE = 2_000
SAMPLE = 8_192
LINE_END = "\r\n"


@tool(
    effect="pure",
    parallel=True,
    default_policy="allow",
    name="Read",
    sensitive={"path": "path"},
)
def read(
    ctx: ToolContext,
    path: Annotated[str, "the file, relative to the session's folder"],
    offset: Annotated[int, "the first line to show, counted from 1", Field(ge=1)] = 1,
    limit: Annotated[int, "how many lines at most", Field(ge=1, le=10_000)] = 2_000,
) -> str:
    """Read a text file of the session's folder.

    Each line comes with its number and a tab. Very long lines are cut.
    """
    with Folder(ctx.folder).open_file(path) as descriptor:
        if (marker := _not_text(path, descriptor)) is not None:
            return marker
        # The reader decodes across its chunks, so no character is torn at their edges.
        with os.fdopen(
            descriptor, encoding="utf-8", errors="replace", newline="\n", closefd=False
        ) as file:
            for _ in range(offset - 1):
                if not _line(file):
                    return f"[{path} has fewer than {offset} lines]"
            lines = list(islice(iter(lambda: _line(file), ""), limit))
            is_more = bool(file.read(1))
    if not lines:
        return f"[{path} is empty]" if offset == 1 else f"[{path} ends before line {offset}]"
    shown = [f"{offset + at:>6}\t{line.rstrip(LINE_END)}" for at, line in enumerate(lines)]
    if is_more:
        shown.append(f"[more lines follow; read on with offset {offset + len(lines)}]")
    return "\n".join(shown)


def _line(file: TextIO) -> str:
    """The next line, its far end left out when it is very long; empty at the end of the file."""
    line = file.readline(MAX_LINE)
    if len(line) < MAX_LINE or line.endswith("\n"):
        return line
    hidden = 0
    while rest := file.readline(SAMPLE):
        hidden += len(rest.rstrip("\n"))
        if rest.endswith("\n"):
            break
    return f"{line} [{hidden} more characters in this line]" if hidden else line


def _not_text(path: str, descriptor: int) -> str | None:
    """What to say instead of the content of a file that is no text."""
    size = os.fstat(descriptor).st_size
    kind = mimetypes.guess_type(path)[0] or "unknown kind"
    if kind.startswith("image/") and kind != "image/svg+xml":
        raise ToolError(
            f"{path} is an image ({kind}, {size} bytes); Read shows text only. A person can "
            "attach it to a message instead."
        )
    if b"\0" in os.pread(descriptor, SAMPLE, 0):
        return f"[{path} is a binary file: {kind}, {size} bytes; its content is not shown]"
    return None

"""Finding text in files."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, BinaryIO, Literal

from pydantic import Field

from agency.policy.paths import path_matches
from agency.tool import ToolContext, ToolError, tool
from agency.tool.folder import Folder
from agency.tool.search_limit import OutOfTime, time_limit

MAX_FILE = 16 * 1024 * 1024
MAX_LINE = 400
SAMPLE = 8_192
SECONDS = 20.0

Show = Literal["lines", "files", "counts"]


@dataclass
class _Search:
    """What is looked for and what was found."""

    pattern: re.Pattern[str]
    show: Show
    around: int
    limit: int
    found: list[str] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        return len(self.found) >= self.limit

    def look(self, path: str, file: BinaryIO) -> None:
        """Take what one file has."""
        raw = file.read(MAX_FILE)
        if b"\0" in raw[:SAMPLE]:
            return
        lines = _lines(raw.decode(errors="replace"))
        hits = [at for at, line in enumerate(lines) if self.pattern.search(line)]
        if not hits:
            return
        if self.show == "lines":
            self.found.extend(self._excerpts(path, lines, hits))
        else:
            self.found.append(path if self.show == "files" else f"{path}: {len(hits)}")

    def _excerpts(self, path: str, lines: list[str], hits: list[int]) -> Iterator[str]:
        chosen = set(hits)
        near = {
            at
            for hit in hits
            for at in range(max(0, hit - self.around), min(len(lines), hit + self.around + 1))
        }
        previous = None
        for at in sorted(near):
            if self.around and previous is not None and at > previous + 1:
                yield "--"
            line = lines[at]
            text = line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]} […]"
            yield f"{path}:{at + 1}{':' if at in chosen else '-'} {text}"
            previous = at


def _lines(text: str) -> list[str]:
    """Lines as Read counts them, so that their numbers agree."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


@tool(effect="pure", parallel=True, default_policy="allow", name="Grep", sensitive={"path": "path"})
def grep(
    ctx: ToolContext,
    pattern: Annotated[str, "a Python regular expression, matched against each line"],
    path: Annotated[str, "a file or directory, relative to the session's folder"] = ".",
    glob: Annotated[str | None, "look only in files whose path fits, such as **/*.py"] = None,
    ignore_case: Annotated[bool, "take capitals and small letters as the same"] = False,
    show: Annotated[Show, "the lines, only the files' names, or how many lines each has"] = "lines",
    around: Annotated[int, "lines to show before and after each hit", Field(ge=0, le=20)] = 0,
    limit: Annotated[int, "how many lines of answer at most", Field(ge=1, le=2_000)] = 200,
) -> str:
    """Search the text files of the session's folder.

    Hidden and binary files are left out, and so are those whose names look like keys and
    credentials; name such a file as `path` to search it.
    """
    try:
        compiled = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except (re.error, RecursionError, OverflowError) as error:
        raise ToolError(f"The pattern is not a regular expression: {error}.") from error
    search = _Search(compiled, show, around, limit)
    note = ""
    try:
        with time_limit(SECONDS):
            _run(search, Folder(ctx.folder), path, glob)
    except OutOfTime:
        note = f"\n[stopped after {SECONDS:g} seconds; use a simpler pattern or a narrower path]"
    if len(search.found) > limit or search.is_full:
        note += f"\n[only the first {limit}; there may be more]"
    return ("\n".join(search.found[:limit]) or f"Nothing matches {pattern}.") + note


def _run(search: _Search, folder: Folder, path: str, files: str | None) -> None:
    place = folder.locate(path)
    if not (folder.root / place).is_dir():
        with (
            folder.open_file(path) as descriptor,
            os.fdopen(descriptor, "rb", closefd=False) as file,
        ):
            search.look(str(place), file)
        return
    for inner, directory, names in folder.walk(path):
        for name in names:
            whole = f"{inner}/{name}" if inner else name
            if files is not None and not path_matches(files, whole):
                continue
            if (file_found := folder.open_ordinary(name, directory)) is not None:
                with file_found:
                    search.look(whole, file_found)
            if search.is_full:
                return

"""The front end's rooms build on one another, and its core never touches the page."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.arch.rule import Rule
from tests.arch.source import Source

FRONT = "static/agency/"
MAY_IMPORT = {
    "core": {"core"},
    "net": {"core", "net"},
    "intents": {"core", "net", "intents"},
    "ui": {"core", "net", "ui"},
    "md": {"core", "ui", "md"},
}
IMPORTS = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']""")
PAGE = re.compile(r"\b(?:document|window|localStorage|sessionStorage|navigator|fetch)\s*[.(]")
COMMENT = re.compile(r"^\s*(?://|/?\*)")


def _room(path: PurePosixPath) -> str:
    return path.parts[2] if len(path.parts) > 3 else ""


def _resolved(source: Source, target: str) -> PurePosixPath:
    parts: list[str] = list(PurePosixPath(source.path).parent.parts)
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)


def climbing_imports(source: Source) -> Iterator[int]:
    """An import from a room above."""
    allowed = MAY_IMPORT.get(_room(PurePosixPath(source.path)))
    if allowed is None:
        return
    for number, line in enumerate(source.lines, start=1):
        for target in () if COMMENT.match(line) else IMPORTS.findall(line):
            if _room(_resolved(source, target)) not in allowed:
                yield number


def page_in_core(source: Source) -> Iterator[int]:
    """A line of core that needs a browser's page."""
    for number, line in enumerate(source.lines, start=1):
        if not COMMENT.match(line) and PAGE.search(line):
            yield number


RULES = (
    Rule(
        name="the front end's rooms build on one another",
        says="import only from this room and those below it (core, net, intents; core, ui, md)",
        find=climbing_imports,
        rooms=(FRONT,),
        good='import { store } from "./store.js";\n',
        bad='import { api } from "../net/api.js";\n',
        sample="static/agency/core/sample.js",
    ),
    Rule(
        name="the front end's core runs without a page",
        says="hand it in, or move this to net/ or ui/",
        find=page_in_core,
        rooms=(FRONT + "core/",),
        good="export const sum = (a, b) => a + b;\n",
        bad='document.title = "sum";\nwindow.open();\n',
        sample="static/agency/core/sample.js",
    ),
)

"""An exception to a check says why it is one."""

import io
import re
import tokenize
from collections.abc import Iterator

from tests.arch.rule import Rule
from tests.arch.source import Source

IGNORES = re.compile(r"#\s*(?:noqa|type:\s*ignore|pragma:|nosec|fmt:\s*off)\b")
REASON = re.compile(
    r"#\s*(?:noqa(?::\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)?|type:\s*ignore\[[a-z, -]+\]|fmt:\s*off)"
    r"\s*(?:\(.{8,}\)|#\s*.{8,})"
)
SCRIPT_IGNORES = re.compile(r"(?:biome-ignore|@ts-expect-error|@ts-ignore|eslint-disable)(.*)")
SCRIPT_REASON = re.compile(r"(?:-all|-start|-end)?\s+(?:[\w/]+:\s*)?\w.{7,}")


def bare_ignores(source: Source) -> Iterator[int]:
    """An ignore without a reason, or one that ignores everything.

    Imports below a line of code all have the reason that the first of them states.
    """
    late_imports = False
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type != tokenize.COMMENT or not IGNORES.search(token.string):
            continue
        is_late_import = "E402" in token.string
        has_reason = REASON.search(token.string) is not None
        if not has_reason and not (is_late_import and late_imports):
            yield token.start[0]
        late_imports = late_imports or (is_late_import and has_reason)


def bare_script_ignores(source: Source) -> Iterator[int]:
    """The same in scripts."""
    for number, line in enumerate(source.lines, start=1):
        found = SCRIPT_IGNORES.search(line)
        if found and not SCRIPT_REASON.match(found[1]):
            yield number


PYTHON = (
    Rule(
        name="an ignore states its reason",
        says="name what is ignored and say why: `# noqa: F401 (why)` or `# type: ignore[x]  # why`",
        find=bare_ignores,
        good="x = 1  # type: ignore[misc]  # an expression until saved\n",
        bad="x = 1  # type: ignore[misc]\n",
    ),
)
SCRIPTS = (
    Rule(
        name="a script's ignore states its reason",
        says="say why this is ignored, after a colon",
        find=bare_script_ignores,
        good="// biome-ignore lint/a11y/x: the canvas is drawn for the eye alone\n",
        bad="// @ts-ignore\n",
        sample="static/agency/sample.js",
    ),
)

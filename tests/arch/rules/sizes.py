"""Small files, small functions."""

import ast
from collections.abc import Iterator

from tests.arch.rule import Rule
from tests.arch.source import Source

FILE_LINES = 300
FUNCTION_LINES = 40


def long_file(source: Source) -> Iterator[int]:
    """The first line past the ceiling."""
    if len(source.lines) > FILE_LINES:
        yield FILE_LINES + 1


def long_functions(source: Source) -> Iterator[int]:
    """The first line of each function past the ceiling."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= FUNCTION_LINES:
                yield node.lineno


def _lines(count: int) -> str:
    return "x = 1\n" * count


def _function(count: int) -> str:
    return "def act():\n" + "    x = 1\n" * (count - 1)


FILE = Rule(
    name="a file has at most 300 lines",
    says="split this file by what it is about",
    find=long_file,
    good=_lines(FILE_LINES),
    bad=_lines(FILE_LINES + 1),
)
FUNCTION = Rule(
    name="a function has at most 40 lines",
    says="give parts of this function names of their own",
    find=long_functions,
    good=_function(FUNCTION_LINES),
    bad=_function(FUNCTION_LINES + 1),
)
SCRIPT = Rule(
    name="a script has at most 300 lines",
    says="split this module by what it is about",
    find=long_file,
    good=_lines(FILE_LINES),
    bad=_lines(FILE_LINES + 1),
    besides=("static/agency/types/records/",),  # written from the code, as the migrations are
    sample="static/agency/sample.js",
)

PYTHON = (FILE, FUNCTION)
SCRIPTS = (SCRIPT,)

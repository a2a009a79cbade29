"""Names that say nothing are refused."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.arch.rule import Rule
from tests.arch.source import Source

EMPTY_WORDS = {
    "manager", "managers", "helper", "helpers", "util", "utils", "handler2", "data",
    "process", "processor", "misc", "common",
}  # fmt: skip
CAMEL = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def _is_empty(name: str) -> bool:
    return bool({word.lower() for word in CAMEL.findall(name)} & EMPTY_WORDS)


def empty_path(source: Source) -> Iterator[int]:
    """A file or folder whose name says nothing."""
    if any(_is_empty(part) for part in PurePosixPath(source.path).with_suffix("").parts):
        yield 1


def empty_class(source: Source) -> Iterator[int]:
    """A class whose name says nothing."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef) and _is_empty(node.name):
            yield node.lineno


def unfinished_test(source: Source) -> Iterator[int]:
    """A test whose name is not a sentence: fewer than four words."""
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("test_")
            and len(node.name.split("_")) < 4
        ):
            yield node.lineno


PATH = Rule(
    name="a file is named for what it holds",
    says="name the file after a thing or a verb, not after a layer",
    find=empty_path,
    # A crash test is about processes of the operating system, and says so.
    apart=frozenset({"tests/crash/test_web_process.py"}),
    rooms=("framework/", "agency/", "tests/"),
    good="",
    bad="",
    bad_sample="agency/queries/session_utils.py",
)
CLASS = Rule(
    name="a class is named for what it is",
    says="name the class after the thing it is",
    find=empty_class,
    good="class DatabaseThreads:\n    pass\n",
    bad="class SessionManager:\n    pass\n",
)
TEST = Rule(
    name="a test's name is a sentence",
    says="say in the test's name what comes out",
    find=unfinished_test,
    rooms=("tests/",),
    good="def test_a_sum_is_kept():\n    pass\n",
    bad="def test_sum():\n    pass\n",
    sample="tests/unit/test_sums.py",
)
SCRIPT_PATH = Rule(
    name="a script is named for what it holds",
    says="name the module after a thing or a verb, not after a layer",
    find=empty_path,
    # "window manager" is what the whole trade calls this thing.
    apart=frozenset({"static/agency/desktop/window-manager.js"}),
    good="",
    bad="",
    sample="static/agency/core/sums.js",
    bad_sample="static/agency/core/helpers.js",
)

PYTHON = (PATH, CLASS, TEST)
SCRIPTS = (SCRIPT_PATH,)

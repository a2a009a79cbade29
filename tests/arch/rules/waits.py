"""Tests wait for something, never for some time."""

import ast
from collections.abc import Iterator

from tests.arch.rule import Rule
from tests.arch.source import Source

# Each sleeps for a reason that is not waiting for an outcome.
APART = frozenset(
    {
        "tests/unit/tool/waiting.py",  # the bounded wait itself
    }
)


def sleeps(source: Source) -> Iterator[int]:
    """A call of sleep with anything but zero (which only lets others run)."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        zero = [isinstance(arg, ast.Constant) and arg.value == 0 for arg in node.args]
        if name in ("sleep", "wait_for_timeout") and zero != [True]:
            yield node.lineno


def is_test(source: Source) -> bool:
    """A file of tests or of what they share, not a fake or a tool under test."""
    name = source.path.rsplit("/", 1)[-1]
    return name.startswith("test_") or name in ("conftest.py", "factories.py", "waiting.py")


RULES = (
    Rule(
        name="a test does not sleep",
        says="wait for the outcome with a bound, do not wait for time",
        find=lambda source: sleeps(source) if is_test(source) else (),
        rooms=("tests/",),
        apart=APART,
        good='wait_until(lambda: done, "the end")\nawait asyncio.sleep(0)\n',
        bad="time.sleep(1)\n",
        sample="tests/unit/test_sums.py",
    ),
)

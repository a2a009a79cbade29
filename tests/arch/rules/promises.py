"""Everything public says in a sentence what it promises."""

import ast
from collections.abc import Iterator

from tests.arch.rule import Rule
from tests.arch.source import Source

# Overridden methods whose promise Django, its REST framework or the logging package has made.
HOOKS = {
    "add_arguments", "as_postgresql", "authenticate", "authenticate_header", "filter",
    "get_security_definition", "handle", "parse", "ready",
}  # fmt: skip
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def undocumented(source: Source) -> Iterator[int]:
    """The module, public class, function or method without a docstring."""
    if source.text.strip() and ast.get_docstring(source.tree) is None:
        yield 1
    yield from _undocumented_in(source.tree.body)


def undocumented_module(source: Source) -> Iterator[int]:
    """The module alone: a test's name is its sentence."""
    if source.text.strip() and ast.get_docstring(source.tree) is None:
        yield 1


def _undocumented_in(body: list[ast.stmt], *, inherits: bool = False) -> Iterator[int]:
    for node in body:
        if not isinstance(node, Definition) or not _is_ours_to_promise(node):
            continue
        if inherits and node.name in HOOKS:
            continue
        if ast.get_docstring(node) is None:
            yield node.lineno
        if isinstance(node, ast.ClassDef):
            yield from _undocumented_in(node.body, inherits=bool(node.bases))


def _is_ours_to_promise(node: Definition) -> bool:
    """Not private, not one of Python's or Django's own names, not an overload."""
    marks = {getattr(mark, "id", getattr(mark, "attr", "")) for mark in node.decorator_list}
    return not node.name.startswith("_") and node.name != "Meta" and "overload" not in marks


DOCSTRING = Rule(
    name="everything public promises something",
    says="say in a docstring what callers may rely on",
    find=undocumented,
    rooms=("framework/", "agency/", "manage.py"),
    good='"""Sums."""\n\n\nclass Sum:\n    """A sum."""\n\n    class Meta:\n        pass\n',
    bad='"""Sums."""\n\n\nclass Sum:\n    """A sum."""\n\n    def total(self):\n        return 1\n',
)
TEST_MODULE = Rule(
    name="a test file says what it is about",
    says="say in a docstring what these tests hold",
    find=undocumented_module,
    rooms=("tests/",),
    good='"""Sums."""\n\n\ndef test_one_and_one_is_two():\n    pass\n',
    bad="def test_one_and_one_is_two():\n    pass\n",
    sample="tests/unit/test_sums.py",
)

RULES = (DOCSTRING, TEST_MODULE)

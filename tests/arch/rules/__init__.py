"""The rules of this house that no stock linter has."""

from tests.arch.rule import Rule
from tests.arch.rules import commands, comments, names, promises, scripts, sizes, waits

PYTHON: tuple[Rule, ...] = (
    *sizes.PYTHON,
    *promises.RULES,
    *commands.RULES,
    *names.PYTHON,
    *comments.PYTHON,
    *waits.RULES,
)
SCRIPTS: tuple[Rule, ...] = (
    *sizes.SCRIPTS,
    *names.SCRIPTS,
    *comments.SCRIPTS,
    *scripts.RULES,
)

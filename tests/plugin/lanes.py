"""Which tests share a lane when several run side by side.

A file stays together, since its fixtures are dear; the browser's files stay together and in
order, since the first of them needs an installation that nobody has used.

What takes longest begins first, so that no lane ends long after the other.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

BROWSER = "tests/e2e/"
LONGEST = (
    BROWSER,
    "tests/machine/state/",
    "tests/crash/test_chaos.py",
    "tests/contract/fuzz/",
    "tests/crash/",
    "tests/machine/",
    "tests/live/",
    "tests/arch/",
)
"""The slow ones, the slowest first."""


class Lanes(LoadScopeScheduling):
    """Gives a lane one group after the other."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """The file; the folder of the browser's tests."""
    return BROWSER if nodeid.startswith(BROWSER) else nodeid.split("::", 1)[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Lanes:
    """Ours, whichever was asked for."""
    return Lanes(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lanes take groups in the order of the collection: the longest first."""
    items.sort(key=rank)


def rank(item: pytest.Item) -> int:
    """Where the test's group stands; those that are quick keep their order."""
    found = (place for place, start in enumerate(LONGEST) if item.nodeid.startswith(start))
    return next(found, len(LONGEST))

"""Which tests share a lane when several run side by side.

A file stays together, since its fixtures are dear; the browser's files stay together and in
order, since the first of them needs an installation that nobody has used.

What takes longest begins first, so that no lane ends long after the other.
"""

import pytest

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test the name of its lane's group."""
    for item in items:
        path = item.nodeid.split("::", 1)[0]
        group = BROWSER if path.startswith(BROWSER) else path
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def pytest_begin_with_the_longest(items: list[pytest.Item]) -> None:
    """Lanes take groups in the order of the collection."""
    items.sort(key=rank)


def rank(item: pytest.Item) -> int:
    """Where the test's group stands; those that are quick keep their order."""
    found = (place for place, start in enumerate(LONGEST) if item.nodeid.startswith(start))
    return next(found, len(LONGEST))

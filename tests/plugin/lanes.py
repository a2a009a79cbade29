"""Which tests share a lane when several run side by side.

A file stays together, since its fixtures are dear; the browser's files stay together and in
order, since the first of them needs an installation that nobody has used.
"""

import pytest

BROWSER = "tests/e2e/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test the name of its lane's group."""
    for item in items:
        path = item.nodeid.split("::", 1)[0]
        group = BROWSER if path.startswith(BROWSER) else path
        item.add_marker(pytest.mark.xdist_group(group))

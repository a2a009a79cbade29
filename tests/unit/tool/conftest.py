"""A context to call tools with, and hosts that do not outlive their test."""

import pytest

from agency.tool import ToolContext
from agency.tool.hosts import close_hosts


@pytest.fixture
def progress():
    """What the tool reported, in order."""
    return []


@pytest.fixture
def ctx(tmp_path, progress):
    folder = tmp_path / "folder"
    folder.mkdir()
    return ToolContext(
        session_id="s1",
        run_id="r1",
        call_id="c1",
        folder=folder,
        report_progress=progress.append,
        outputs=tmp_path / "outputs",
    )


@pytest.fixture
async def hosts():
    """For tests that start tool hosts."""
    yield
    await close_hosts()

"""A web process goes on looking after stops, whatever happens to a look."""

import asyncio

import pytest
from django.db import OperationalError

from framework.server import backstop


async def test_a_failed_look_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = asyncio.Event()
    failures: list[Exception] = [OperationalError("away"), ValueError("a defect")]
    loop = asyncio.get_running_loop()

    def look() -> None:
        if failures:
            raise failures.pop(0)
        loop.call_soon_threadsafe(looked.set)

    monkeypatch.setattr(backstop, "force_stops", look)
    monkeypatch.setattr(backstop, "LOOK_SECONDS", 0.01)
    job = asyncio.create_task(backstop.keep_stopping())
    await asyncio.wait_for(looked.wait(), 5)
    assert not failures
    job.cancel()

"""The pytest fixture; import it where it is wanted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.model.server import FakeModel
from tests.fakes.openai.app import OpenAIApp


@pytest.fixture
def fake_openai() -> Iterator[FakeModel]:
    """A fake provider on a free port; the test fails if it had to refuse a request.

    A test that provokes a refusal calls `reset()` before it ends.
    """
    fake = FakeModel(OpenAIApp()).start()
    try:
        yield fake
        refused = [refusal["message"] for refusal in fake.refused]
    finally:
        fake.close()
    assert refused == []

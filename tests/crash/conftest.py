"""A supervisor on a state folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from framework.embedded.state import State
from framework.embedded.supervisor import Supervisor


@pytest.fixture
def state(tmp_path: Path) -> State:
    made = State(tmp_path / "state")
    made.make()
    return made


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(state: State, said: list[str]) -> Iterator[Supervisor]:
    made = Supervisor(state.logs, said.append)
    yield made
    made.stop()

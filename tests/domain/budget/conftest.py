"""Caps, and runs that ask under them."""

from collections.abc import Callable
from typing import Any

import pytest

from agency.commands.budget.create_budget import create_budget
from agency.models import Budget
from tests.domain.budget.asking import Asker
from tests.factories import World

Cap = Callable[..., Budget]


@pytest.fixture
def cap(world: World) -> Cap:
    """Set a cap as the workspace's owner; on the workspace unless said otherwise."""

    def make(limit: Any, unit: str = "calls", scope: str = "workspace", **more: Any) -> Budget:
        return create_budget(
            user_id=world.owner.pk,
            workspace_id=world.workspace.id,
            scope=scope,
            unit=unit,
            limit=limit,
            **more,
        )

    return make


@pytest.fixture
def asker(world: World) -> Asker:
    """A run of a fresh session, claimed."""
    return Asker(world)

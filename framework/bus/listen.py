"""Hear the messages of groups without being a consumer."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from channels.layers import get_channel_layer


class Listener:
    """One subscription; read it from one task only, and end that task by cancelling it."""

    def __init__(self, layer: Any, channel: str) -> None:
        self.layer = layer
        self.channel = channel

    async def next(self) -> dict[str, Any]:
        """The next message of any of the groups."""
        message: dict[str, Any] = await self.layer.receive(self.channel)
        return message


@asynccontextmanager
async def listening(groups: Iterable[str]) -> AsyncIterator[Listener]:
    """Joined to the groups for the time of the block."""
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    joined = list(groups)
    try:
        for group in joined:
            await layer.group_add(group, channel)
        yield Listener(layer, channel)
    finally:
        for group in joined:
            await layer.group_discard(group, channel)

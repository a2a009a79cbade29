"""The channel layer: that of `channels_redis` over pub/sub, which reads without looking up.

Note: the stock receiver waits a tenth of a second at a time, so that each message costs a timer
besides, and a process that hears nothing still wakes ten times a second.
"""

import asyncio
import logging
from typing import Any

from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection

log = logging.getLogger(__name__)

UNSUBSCRIBED_SECONDS = 0.1
BROKEN_SECONDS = 1.0


def channel_layer() -> Any:
    """The layer of this process."""
    return get_channel_layer()


class Connection(RedisSingleShardConnection):
    """One connection that hears all groups of one event loop."""

    async def _do_receiving(self) -> None:
        while True:
            if self._pubsub is None or not self._pubsub.subscribed:
                await asyncio.sleep(UNSUBSCRIBED_SECONDS)
                continue
            try:
                heard = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=None)
                self._receive_message(heard)
            except Exception:
                log.exception("the broker could not be heard; trying again")
                await asyncio.sleep(BROKEN_SECONDS)


class Layer(RedisPubSubChannelLayer):
    """The layer with such connections."""

    def _get_layer(self) -> Any:
        known = self._layers.get(asyncio.get_running_loop())
        if known is not None:
            return known
        made = super()._get_layer()
        made._shards = [Connection(one.host, made) for one in made._shards]
        return made

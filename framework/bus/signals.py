"""Small wake-up calls between processes: stop this run, look at the queue."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from redis import RedisError

from framework.bus.connection import async_redis
from framework.bus.publish import publish_raw

log = logging.getLogger(__name__)

CANCEL = "agency:cancel"
RETRY_SECONDS = 0.5


def send_signal(channel: str, body: dict[str, Any]) -> None:
    """Tell every listener of the channel; whoever misses it finds the row by its own sweep."""
    text = json.dumps(body)
    publish_raw(lambda pipe: pipe.publish(channel, text))


async def listen(channel: str) -> AsyncIterator[dict[str, Any]]:
    """The channel's signals for ever; connects again when the broker goes away."""
    while True:
        client = async_redis()
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as pubsub:
                await pubsub.subscribe(channel)
                async for message in pubsub.listen():
                    yield json.loads(message["data"])
        except (RedisError, OSError):
            log.warning("the broker is away; listening to %s again soon", channel)
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            await client.aclose()

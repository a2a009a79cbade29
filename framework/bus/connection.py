"""Connections to the broker: one pool per process, one client per event loop."""

import functools
from typing import Any

import redis
import redis.asyncio
from django.conf import settings

SOCKET_SECONDS = 5.0


@functools.cache
def sync_redis() -> redis.Redis:
    """The process's shared client; calls give up after 5 s."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=SOCKET_SECONDS,
        socket_connect_timeout=SOCKET_SECONDS,
    )


def async_redis() -> Any:
    """A new client for the running event loop; the caller closes it.

    Its sockets never time out while reading, because subscribers are silent for long.
    """
    return redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=SOCKET_SECONDS
    )

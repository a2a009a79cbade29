"""Which groups have anybody in them, in any process: the broker's own count of subscribers."""

import logging
from collections.abc import Sequence

from redis import RedisError

from framework.bus.connection import sync_redis
from framework.bus.publish import group_channel

log = logging.getLogger(__name__)


def groups_heard(groups: Sequence[str]) -> set[str]:
    """Those of the groups that some socket hears now; none when the broker is away."""
    if not groups:
        return set()
    channels = {group_channel(group): group for group in groups}
    try:
        found = sync_redis().pubsub_numsub(*channels)
    except (RedisError, OSError):
        log.warning("who watches could not be asked: the broker is away")
        return set()
    counts = {_text(channel): count for channel, count in found}
    return {group for channel, group in channels.items() if counts.get(channel)}


def _text(channel: bytes | str) -> str:
    return channel.decode() if isinstance(channel, bytes) else channel

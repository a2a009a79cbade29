"""The channel layer as it is configured."""

import asyncio

from channels.layers import get_channel_layer  # noqa: TID251 (what is tested here)

LONGER_THAN_THE_CLIENTS_TIMEOUT = 6.0


async def test_a_subscription_that_is_silent_for_long_still_gets_its_messages() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("quiet", channel)
    listening = asyncio.create_task(layer.receive(channel))
    early, _ = await asyncio.wait({listening}, timeout=LONGER_THAN_THE_CLIENTS_TIMEOUT)
    assert not early
    await layer.group_send("quiet", {"type": "frame", "text": "at last"})
    got = await asyncio.wait_for(listening, 5)
    assert got["text"] == "at last"
    await layer.group_discard("quiet", channel)
    await layer.flush()

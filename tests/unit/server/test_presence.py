"""Who is there, as the broker counts it."""

import asyncio

from framework.bus.groups import stream_group
from framework.bus.listen import listening
from framework.bus.presence import groups_heard
from tests.plugin.services import wait_until

SOMEBODY, NOBODY = stream_group("somebody"), stream_group("nobody")


async def heard(*groups: str) -> None:
    """Wait, beside the event loop, until just these groups are heard."""
    await asyncio.to_thread(
        wait_until, lambda: heard_now() == set(groups), f"being heard: {groups}"
    )


def heard_now() -> set[str]:
    return groups_heard([SOMEBODY, NOBODY])


async def test_a_group_is_heard_as_long_as_somebody_is_in_it() -> None:
    await heard()
    async with listening([SOMEBODY]):
        await heard(SOMEBODY)
    await heard()

"""What waits for a slow client: merged, then dropped to a snapshot, but only text deltas."""

import asyncio
import json
from typing import Any

import pytest

from framework.socket.outbox import BURST, FULL, ROOMY, Outbox, Unread


def delta(offset: int, text: str, *, message: str = "m") -> str:
    return json.dumps(
        {
            "type": "stream_delta",
            "message_id": message,
            "block": 0,
            "offset": offset,
            "text": text,
        }
    )


async def drained(outbox: Outbox) -> list[dict[str, Any]]:
    """Everything that a client gets once it reads."""
    got: list[dict[str, Any]] = []

    async def send(text: str) -> None:
        got.append(json.loads(text))

    task = asyncio.create_task(outbox.run(send))
    while outbox.entries:
        await asyncio.sleep(0)
    task.cancel()
    return got


async def test_a_quick_client_gets_each_delta_as_it_is() -> None:
    outbox = Outbox()
    for offset in range(5):
        outbox.put_ephemeral(delta(offset, "x"), "s")
    assert len(await drained(outbox)) == 5


async def test_deltas_for_a_slow_client_are_merged_by_block() -> None:
    outbox = Outbox()
    outbox.put(json.dumps({"pad": "x" * ROOMY}))
    for offset in range(500):
        outbox.put_ephemeral(delta(offset, "x"), "s")
        outbox.put_ephemeral(delta(offset, "y", message="n"), "s")
    got = (await drained(outbox))[1:]
    assert [(one["message_id"], one["offset"], one["text"]) for one in got] == [
        ("m", 0, "x" * 500),
        ("n", 0, "y" * 500),
    ]


async def test_a_delta_that_does_not_continue_is_kept_apart() -> None:
    outbox = Outbox()
    outbox.put(json.dumps({"pad": "x" * ROOMY}))
    outbox.put_ephemeral(delta(0, "ab"), "s")
    outbox.put_ephemeral(delta(7, "cd"), "s")
    assert [one["offset"] for one in (await drained(outbox))[1:]] == [0, 7]


async def test_too_much_text_is_dropped_and_asked_for_once_the_client_reads() -> None:
    outbox = Outbox()
    woken = []
    outbox.when_quick = lambda: woken.append(True)
    outbox.put(json.dumps({"pad": "x" * ROOMY}))
    outbox.put_ephemeral(delta(0, "x" * FULL), "s")
    outbox.put_ephemeral(delta(FULL, "y"), "s")
    outbox.put_ephemeral(delta(FULL + 1, "z"), "s")
    outbox.put_ephemeral(delta(0, "kept", message="o"), "other")
    assert outbox.take_lost() == set()
    got = await drained(outbox)
    assert [one.get("message_id") for one in got] == [None, "o"]
    assert woken
    assert outbox.take_lost() == {"s"}
    assert outbox.take_lost() == set()


async def test_durable_frames_wait_for_room() -> None:
    outbox = Outbox()
    await asyncio.wait_for(outbox.room(), 1)
    outbox.put(json.dumps({"pad": "x" * FULL}))
    waiting = asyncio.create_task(outbox.room())
    await asyncio.sleep(0)
    assert not waiting.done()
    await drained(outbox)
    await asyncio.wait_for(waiting, 1)


async def test_a_client_that_never_reads_is_given_up() -> None:
    outbox = Outbox()
    outbox.put("x" * (BURST + 1))
    with pytest.raises(Unread):
        outbox.put("{}")

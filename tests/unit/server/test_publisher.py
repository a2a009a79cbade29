"""Whatever publishes, from wherever, uses one thread and one connection."""

import asyncio
import threading

import pytest
from django.conf import settings

from framework.bus.connection import sync_redis
from framework.bus.listen import listening
from framework.bus.publish import drain, publish_ephemeral

MESSAGES = 400


def clients() -> int:
    found = sync_redis().info("clients")
    assert isinstance(found, dict)
    return int(found["connected_clients"])


async def test_frames_of_threads_and_tasks_all_arrive_over_one_connection() -> None:
    async with listening(["publisher-test"]) as listener:
        publish_ephemeral("publisher-test", {"number": -1})
        await listener.next()
        before = clients()

        def from_thread(first: int) -> None:
            for number in range(first, first + MESSAGES):
                publish_ephemeral("publisher-test", {"number": number})

        threads = [threading.Thread(target=from_thread, args=[at * MESSAGES]) for at in range(3)]
        for thread in threads:
            thread.start()
        from_thread(3 * MESSAGES)
        got: set[str] = set()
        async with asyncio.timeout(20):
            while len(got) < 4 * MESSAGES:
                got.add((await listener.next())["text"])
        for thread in threads:
            thread.join(5)
        assert clients() <= before + 1


async def test_frames_of_one_publisher_keep_their_order() -> None:
    async with listening(["publisher-order"]) as listener:
        for number in range(MESSAGES):
            publish_ephemeral("publisher-order", {"number": number})
        async with asyncio.timeout(20):
            texts = [(await listener.next())["text"] for _ in range(MESSAGES)]
    assert texts == [f'{{"number":{number}}}' for number in range(MESSAGES)]


def test_a_broker_that_is_away_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> object:
        raise OSError("no broker")

    monkeypatch.setattr("framework.bus.publish.sync_redis", away)
    for number in range(MESSAGES):
        publish_ephemeral("nobody", {"number": number})
    assert drain(10)


def test_the_queue_takes_and_makes_nothing_but_json() -> None:
    assert settings.CELERY_ACCEPT_CONTENT == settings.CELERY_RESULT_ACCEPT_CONTENT == ["json"]
    assert settings.CELERY_TASK_SERIALIZER == settings.CELERY_RESULT_SERIALIZER == "json"

"""A socket's streams: in order, no gap, no repeat, whatever the groups lose or double."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from framework.socket.frames import encode
from framework.socket.outbox import FULL
from tests.unit.socket.stream_world import STREAM, Table, connected


async def test_the_next_in_order_is_forwarded_without_a_read() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 0})
        for frame in table.write(count=3):
            socket.told(frame)
        await socket.settled()
        assert socket.numbers() == [1, 2, 3]
        assert table.reads == 0


async def test_a_hole_is_filled_from_the_table_first() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 0})
        frames = table.write(count=450)
        socket.told(frames[0])
        socket.told(frames[-1])
        await socket.settled()
        assert socket.numbers() == list(range(1, 451))


async def test_older_and_doubled_news_are_dropped() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 0})
        first, second = table.write(count=2)
        for frame in (first, second, first, second, second):
            socket.told(frame)
        await socket.settled()
        assert socket.numbers() == [1, 2]


async def test_a_stream_seen_first_by_a_late_hint_begins_where_the_socket_opened() -> None:
    table = Table()
    table.begun[STREAM] = 3
    frames = table.write(count=5)
    async with connected(table) as socket:
        socket.told(frames[4])
        socket.told(frames[3])
        await socket.settled()
        assert socket.numbers() == [4, 5]


async def test_news_of_a_stream_that_is_not_yours_are_not_shown() -> None:
    table = Table()
    table.hidden.add(STREAM)
    async with connected(table) as socket:
        for frame in table.write(count=3)[1:]:
            socket.told(frame)
        await socket.settled()
        assert socket.sent == []


async def test_a_frame_for_several_rows_is_applied_when_it_continues() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 2})
        table.write(count=5)
        socket.follower.told(STREAM, 5, encode({"stream": STREAM, "seq": 5}), from_seq=3)
        await socket.settled()
        assert socket.numbers() == [5]


async def test_subscribing_sends_what_was_missed_then_follows() -> None:
    table = Table()
    frames = table.write(count=6)
    table.text = [{"type": "stream_snapshot"}]
    async with connected(table) as socket:
        socket.follower.subscribe({STREAM: 2}, "a")
        socket.told(frames[5])
        await socket.settled()
        assert socket.numbers() == [3, 4, 5, 6]
        kinds = [one.get("type") for one in socket.sent]
        assert kinds[-2:] == ["stream_snapshot", "ack"]
        assert socket.sent[-1]["cursor"] == {STREAM: 6}
        socket.told(table.write()[0])
        await socket.settled()
        assert socket.numbers() == [3, 4, 5, 6, 7]


async def test_an_expired_cursor_is_told_and_the_rest_is_followed() -> None:
    table = Table()
    table.write(count=9)
    table.first_kept = 5
    async with connected(table) as socket:
        socket.follower.subscribe({STREAM: 1}, "a")
        await socket.settled()
        refused = socket.sent[0]
        assert (refused["code"], refused["ref"], refused["stream"]) == (
            "cursor_expired",
            "a",
            STREAM,
        )
        socket.told(table.write()[0])
        await socket.settled()
        assert socket.numbers() == [10]


async def test_a_lost_hint_is_found_by_the_poll() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 0})
        table.write(count=3)
        socket.follower.poll()
        await socket.settled()
        assert socket.numbers() == [1, 2, 3]


async def test_a_database_that_is_away_costs_time_alone(monkeypatch: Any) -> None:
    monkeypatch.setattr("framework.socket.follow.RETRY_SECONDS", 0.0)
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 0})
        frames = table.write(count=3)
        table.broken = 2
        socket.told(frames[2])
        await socket.settled()
        socket.follower.poll()
        await socket.settled()
        assert socket.numbers() == [1, 2, 3]


async def test_a_client_that_does_not_read_keeps_memory_bounded_and_misses_nothing() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({STREAM: 0})
        socket.open.clear()
        pad = "x" * 10_000
        rows = table.streams[STREAM] = [
            {"stream": STREAM, "seq": seq, "pad": pad} for seq in range(1, 6_001)
        ]
        for frame in rows:
            socket.told(frame)
            if frame["seq"] % 50 == 0:
                await socket.settled()
        assert socket.outbox.size < 2 * FULL
        assert len(socket.follower._waiting) <= 2_001
        socket.open.set()
        while len(socket.numbers()) < 6_000:
            await socket.settled()
        assert socket.numbers() == list(range(1, 6_001))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 12), max_size=60), st.sets(st.integers(1, 12)), st.integers(0, 12))
def test_whatever_the_groups_do_the_order_holds(
    told: list[int], polled: set[int], since: int
) -> None:
    async def run() -> None:
        table = Table()
        frames = table.write(count=12)
        async with connected(table) as socket:
            socket.follower.begin({STREAM: since})
            for place, seq in enumerate(told):
                socket.told(frames[seq - 1])
                if place in polled:
                    socket.follower.poll()
                    await socket.settled()
            await socket.settled()
            seen = socket.numbers()
            assert seen == list(range(since + 1, since + 1 + len(seen)))
            assert max(told, default=0) <= max([since, *seen])

    asyncio.run(run())


@pytest.mark.parametrize("count", [0, 1, 7])
async def test_two_streams_keep_their_own_order(count: int) -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.begin({"user.1": 0, "user.2": 0})
        for _ in range(count):
            for stream in ("user.1", "user.2"):
                socket.told(table.write(stream)[0])
        await socket.settled()
        for stream in ("user.1", "user.2"):
            assert socket.numbers(stream) == list(range(1, count + 1))

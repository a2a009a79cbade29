"""News that overtake a client's subscription: nothing is shown before the replay."""

from framework.socket.frames import encode
from tests.unit.socket.stream_world import STREAM, Table, connected


async def test_news_that_overtake_a_subscription_wait_for_its_replay() -> None:
    table = Table()
    frames = table.write(count=6)
    delta = encode({"type": "stream_delta", "message_id": "m", "offset": 40})
    table.text = [{"type": "stream_snapshot"}]
    async with connected(table) as socket:
        socket.follower.hold([STREAM])
        socket.told(frames[5])
        socket.follower.ephemeral(delta, "one")
        socket.follower.poll()
        await socket.settled()
        assert socket.sent == []
        socket.follower.subscribe({STREAM: 2}, "a")
        socket.follower.free([STREAM])
        socket.follower.ephemeral(delta, "one")
        await socket.settled()
        assert socket.numbers() == [3, 4, 5, 6]
        kinds = [one.get("type") for one in socket.sent][4:]
        assert kinds == ["stream_snapshot", "ack", "stream_delta"]


async def test_what_was_withheld_for_a_refused_subscription_is_told_after_it() -> None:
    table = Table()
    table.begun[STREAM] = 3
    frames = table.write(count=6)
    table.text = [{"type": "stream_snapshot"}]
    async with connected(table) as socket:
        socket.follower.hold([STREAM])
        socket.told(frames[5])
        socket.follower.ephemeral(encode({"type": "stream_delta"}), "one")
        await socket.settled()
        assert socket.sent == []
        socket.follower.free([STREAM])
        await socket.settled()
        assert socket.numbers() == [4, 5, 6]
        assert socket.sent[-1] == {"type": "stream_snapshot"}


async def test_a_paused_socket_shows_nothing_until_its_client_has_spoken() -> None:
    table = Table()
    async with connected(table) as socket:
        socket.follower.pause(60)
        socket.follower.begin({STREAM: 0})
        frames = table.write(count=3)
        socket.told(frames[2])
        await socket.settled()
        assert socket.sent == []
        socket.follower.subscribe({STREAM: 1}, None)
        socket.follower.go()
        await socket.settled()
        assert socket.numbers() == [2, 3]

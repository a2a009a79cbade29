"""A socket that follows streams."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from agency.channel.consumer.admission import AdmittedSocket
from agency.queries.stream_source import StreamSource, in_thread
from framework.db.clock import db_now
from framework.socket.follow import Follower

POLL_SECONDS = 20.0


class FollowingSocket(AdmittedSocket):
    """Durable frames in order and without holes, ephemeral ones as they come."""

    follower: Follower

    async def admit(self) -> None:
        """Admit the person, then begin to follow."""
        await super().admit()
        moment = await in_thread(db_now)()
        self.follower = Follower(StreamSource(self.caller.user_id, moment), self.outbox)
        await self.join_groups()

    async def join_groups(self) -> None:
        """Join what this socket hears from the start; raises Refused."""
        raise NotImplementedError

    async def refresh(self) -> None:
        """Called with each poll: look whether there is more or less to hear."""

    def heard_frame(self, message: dict[str, Any]) -> None:
        """A durable frame goes in order, an ephemeral one as it comes."""
        stream = message.get("stream")
        if stream is None:
            self.follower.ephemeral(message["text"])
        else:
            from_seq = message.get("from_seq")
            self.follower.told(stream, message["seq"], message["text"], from_seq=from_seq)

    def jobs(self) -> list[Callable[[], Awaitable[None]]]:
        """The one drain, and the poll behind it."""
        return [self.follower.run, self._poll]

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS * random.uniform(0.75, 1.25))
            await self.refresh()
            self.follower.poll()

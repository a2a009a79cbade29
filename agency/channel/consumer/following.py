"""A socket that follows streams."""

import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from agency.channel.consumer.admission import AdmittedSocket
from agency.queries.stream_source import StreamSource, in_thread
from framework.db.clock import db_now
from framework.socket.doubt import Doubt
from framework.socket.follow import Follower

log = logging.getLogger(__name__)

POLL_SECONDS = 20.0
# While there is something to hear, a lost hint is found sooner.
BUSY_POLL_SECONDS = 5.0
BUSY_FOR_SECONDS = 30.0


class FollowingSocket(AdmittedSocket):
    """Durable frames in order and without holes, ephemeral ones as they come."""

    follower: Follower

    def __init__(self) -> None:
        super().__init__()
        self.doubt = Doubt()
        self.heard_at = 0.0

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

    async def credentials_changed(self, message: dict[str, Any]) -> None:
        """The person may see less than before: look now instead of soon."""
        await super().credentials_changed(message)
        self.doubt.open()

    def heard_frame(self, message: dict[str, Any]) -> None:
        """A durable frame goes in order, an ephemeral one as it comes."""
        self.heard_at = time.monotonic()
        stream = message.get("stream")
        if stream is None:
            self.follower.ephemeral(message["text"], message.get("session", ""))
        else:
            from_seq = message.get("from_seq")
            self.follower.told(stream, message["seq"], message["text"], from_seq=from_seq)

    def jobs(self) -> list[Callable[[], Awaitable[None]]]:
        """The one drain, and the poll behind it."""
        return [self.follower.run, self._poll]

    async def _poll(self) -> None:
        looked_at = time.monotonic()
        while True:
            await self.doubt.wait(BUSY_POLL_SECONDS * random.uniform(0.75, 1.25))
            now = time.monotonic()
            if not self.doubt.is_open and now - looked_at < POLL_SECONDS:
                if now - self.heard_at < BUSY_FOR_SECONDS:
                    self.follower.poll()
                continue
            looked_at = now
            try:
                await self.refresh()
            except Exception:
                log.warning("what a socket may hear could not be read; trying again", exc_info=True)
                self.doubt.is_open = True
                continue
            self.doubt.settle()
            self.follower.poll()

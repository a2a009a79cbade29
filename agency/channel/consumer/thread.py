"""`/channel/thread/` and `/channel/thread/<uuid>/`: telemetry of sessions, nothing to send."""

from typing import Any

from agency.channel.consumer.admission import NOT_YOURS
from agency.channel.consumer.following import FollowingSocket
from agency.queries.stream_source import in_thread, newest_of, readable
from framework.bus.groups import session_group, user_group
from framework.events.keys import session_stream
from framework.socket.consumer import Refused


class ThreadConsumer(FollowingSocket):
    """The frames of one session, or of all that the person may see."""

    async def join_groups(self) -> None:
        """Join the session's group, else the person's."""
        session_id = self.scope["url_route"]["kwargs"].get("session_id")
        if session_id is None:
            # The group of the person and not the one of all threads: what is not theirs to see
            # does not reach this process's memory for them.
            await self.join(user_group(self.caller.user_id))
            return
        key = session_stream(session_id)
        if key not in await in_thread(readable)(self.caller.user_id, [key]):
            raise Refused(NOT_YOURS)
        await self.join(session_group(session_id))
        await self.join(user_group(self.caller.user_id))
        self.only = str(key)
        self.follower.begin(await in_thread(newest_of)(key))

    only: str | None = None

    def heard_frame(self, message: dict[str, Any]) -> None:
        """Forward frames of sessions alone."""
        stream = message.get("stream", "")
        if stream == self.only or (self.only is None and stream.startswith("session.")):
            super().heard_frame(message)

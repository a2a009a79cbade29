"""`/channel/thread/` and `/channel/thread/<uuid>/`: telemetry of sessions, nothing to send."""

from typing import Any

from agency.channel.consumer.admission import NOT_YOURS
from agency.channel.consumer.following import FollowingSocket
from agency.queries.stream_source import in_thread, newest_of, readable
from framework.bus.groups import session_group, user_group
from framework.events.keys import StreamKey, session_stream
from framework.socket.consumer import Refused


class ThreadConsumer(FollowingSocket):
    """The frames of one session, or of all that the person may see."""

    async def join_groups(self) -> None:
        """Join the session's group, else the person's."""
        session_id = self.scope["url_route"]["kwargs"].get("session_id")
        if session_id is None:
            # The person's own group, and not one of everybody's sessions: what is not theirs to
            # see does not reach this process's memory for them.
            await self.join(user_group(self.caller.user_id))
            return
        key = session_stream(session_id)
        await self.join(session_group(session_id))
        await self.join(user_group(self.caller.user_id))
        # Looked at after joining: whoever takes the right away in between tells the group.
        if key not in await in_thread(readable)(self.caller.user_id, [key]):
            raise Refused(NOT_YOURS)
        self.only = key
        self.follower.begin(await in_thread(newest_of)(key))

    only: StreamKey | None = None

    async def refresh(self) -> None:
        """Close when the session is no longer the person's to see."""
        if self.only is None:
            return
        if self.only not in await in_thread(readable)(self.caller.user_id, [self.only]):
            await self.leave(NOT_YOURS)

    def heard_frame(self, message: dict[str, Any]) -> None:
        """Forward frames of sessions alone."""
        stream = message.get("stream", "")
        if self.only is None:
            wanted = stream.startswith("session.")
        else:
            wanted = stream == str(self.only) and not self.doubt.is_open
        if wanted:
            super().heard_frame(message)

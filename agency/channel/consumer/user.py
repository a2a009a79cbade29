"""`/channel/`: the product's socket."""

import contextlib
from typing import Any
from uuid import UUID

from agency.channel.consumer.actions import asked, perform, session_of
from agency.channel.consumer.following import FollowingSocket
from agency.queries.stream_source import (
    in_thread,
    readable,
    standing_cursors,
    standing_groups,
)
from framework.bus.groups import USERS, stream_group
from framework.bus.publish import publish_ephemeral
from framework.core.errors import AppError, Invalid, NotFound
from framework.core.ids import parse_uuid
from framework.events.keys import StreamKey
from framework.socket.consumer import Ref
from framework.socket.frames import Frame

MOST_AT_ONCE = 500
MOST_FOLLOWED = 1_000
MAX_SEQ = 2**62
FIRST_SECONDS = 1.0


class UserConsumer(FollowingSocket):
    """Everything that a person may see; every frame that a person may send."""

    async def join_groups(self) -> None:
        """Join everyone's group, the person's and those of the workspaces."""
        self.follower.pause(FIRST_SECONDS)
        await self.join(USERS)
        for group in await in_thread(standing_groups)(self.caller.user_id):
            await self.join(group)
        # Read after joining: what is written in between arrives by the group.
        self.follower.begin(await in_thread(standing_cursors)(self.caller.user_id))

    async def opened(self) -> None:
        """Welcome, with the numbers from which this socket follows."""
        caller = self.caller
        self.tell(
            {
                "type": "text",
                "text": f"Welcome, {caller.username}.",
                "data": {
                    "user": {"id": caller.user_id, "username": caller.username},
                    "cursor": dict(self.follower.last),
                },
            }
        )

    def heard_frame(self, message: dict[str, Any]) -> None:
        """Those of sessions come addressed to their readers, others to whoever once joined."""
        stream = message.get("stream")
        if self.doubt.is_open and (stream is None or stream.startswith("workspace.")):
            self.held_back = True
            return
        super().heard_frame(message)

    held_back = False

    async def refresh(self) -> None:
        """Join the workspaces that the person has come to meanwhile, and leave what is lost."""
        await self._leave_lost_sessions()
        wanted = set(await in_thread(standing_groups)(self.caller.user_id))
        kept = {group for group in self.joined if group.startswith("workspace-")}
        for group in kept - wanted:
            await self.part(group)
            self.follower.forget(group.replace("-", ".", 1))
        if fresh := wanted - self.joined:
            for group in fresh:
                await self.join(group)
            cursors = await in_thread(standing_cursors)(self.caller.user_id)
            known = self.follower.last
            self.follower.begin({key: seq for key, seq in cursors.items() if key not in known})

    async def _leave_lost_sessions(self) -> None:
        """Hear no more text of sessions that are out of sight; mend that of the others."""
        watched = [
            StreamKey("session", group.removeprefix("stream-"))
            for group in self.joined
            if group.startswith("stream-")
        ]
        seen = await in_thread(readable)(self.caller.user_id, watched) if watched else set()
        for key in watched:
            if key not in seen:
                await self.part(stream_group(key.subject))
                self.follower.forget(str(key))
            elif self.held_back:
                self.follower.show_text(str(key))
        self.held_back = False

    def filed(self, frame: Frame) -> None:
        """What is asked for by `subscribe` waits for its replay from now on."""
        self.follower.hold(named_streams(frame))
        self.follower.go()

    async def received(self, frame: Frame, ref: Ref) -> None:
        """Subscribe, or make the request that the frame asks for."""
        try:
            await self._serve(frame, ref)
        finally:
            self.follower.free(named_streams(frame))

    async def _serve(self, frame: Frame, ref: Ref) -> None:
        if "subscribe" in frame:
            await self._subscribe(_only(frame, "subscribe"), ref)
        elif "unsubscribe" in frame:
            await self._unsubscribe(_only(frame, "unsubscribe"), ref)
        elif frame.get("action") == "typing":
            await self._typing(frame.get("data"), ref)
        else:
            await self._perform(frame, ref)

    async def _perform(self, frame: Frame, ref: Ref) -> None:
        name, data = asked(frame)
        body, answer = await in_thread(perform)(self.caller, name, data, ref)
        ack: Frame = {"type": "ack", "ref": ref, "status": answer.status, "data": answer.body}
        session_id = session_of(body, answer)
        if session_id is not None:
            ack |= {"session_id": str(session_id), "thread_id": str(session_id)}
        self.tell(ack)
        if session_id is not None and stream_group(session_id) not in self.joined:
            await self.join(stream_group(session_id))
            self.follower.show_text(f"session.{session_id}")

    async def _subscribe(self, wanted: Any, ref: Ref) -> None:
        cursors = checked_cursors(wanted)
        sessions = sum(1 for group in self.joined if group.startswith("stream-"))
        if sessions + len(cursors) > MOST_FOLLOWED:
            raise Invalid.field("subscribe", f"at most {MOST_FOLLOWED} streams on one socket")
        allowed = await in_thread(readable)(self.caller.user_id, list(cursors))
        for key in cursors:
            if key not in allowed:
                self.refuse(NotFound(stream=str(key)), ref)
            elif key.kind == "session":
                await self.join(stream_group(key.subject))
        self.follower.subscribe(
            {str(key): seq for key, seq in cursors.items() if key in allowed}, ref
        )

    async def _unsubscribe(self, wanted: Any, ref: Ref) -> None:
        if not isinstance(wanted, list) or len(wanted) > MOST_AT_ONCE:
            raise Invalid.field("unsubscribe", "must be a list of streams")
        for key in [StreamKey.parse(name) for name in wanted]:
            if key.kind == "session":
                await self.part(stream_group(key.subject))
                self.follower.forget(str(key))
        if ref is not None:
            self.tell({"type": "ack", "ref": ref})

    async def _typing(self, data: Any, ref: Ref) -> None:
        named = data.get("session_id", data.get("thread_id")) if isinstance(data, dict) else None
        session_id: UUID | None = parse_uuid(named)
        if session_id is None:
            raise Invalid.field("session_id", "must be an id")
        key = StreamKey("session", str(session_id))
        if key not in await in_thread(readable)(self.caller.user_id, [key]):
            raise NotFound
        text = str(session_id)
        publish_ephemeral(
            stream_group(session_id),
            {
                "type": "typing",
                "session_id": text,
                "thread_id": text,
                "user_id": self.caller.user_id,
                "username": self.caller.username,
            },
        )
        if ref is not None:
            self.tell({"type": "ack", "ref": ref})


def named_streams(frame: Frame) -> list[str]:
    """The streams that a frame subscribes to, as far as it makes sense."""
    wanted = frame.get("subscribe")
    if not isinstance(wanted, dict) or len(wanted) > MOST_AT_ONCE:
        return []
    found = []
    for name in wanted:
        with contextlib.suppress(AppError):
            found.append(str(StreamKey.parse(name)))
    return found


def checked_cursors(wanted: Any) -> dict[StreamKey, int]:
    """The streams of a subscribe frame with their numbers; raises Invalid."""
    if not isinstance(wanted, dict) or len(wanted) > MOST_AT_ONCE:
        raise Invalid.field("subscribe", "must be an object of streams and numbers")
    cursors = {}
    for name, seq in wanted.items():
        if isinstance(seq, bool) or not isinstance(seq, int) or not 0 <= seq <= MAX_SEQ:
            raise Invalid.field(f"subscribe.{name}"[:200], "must be the last number seen")
        cursors[StreamKey.parse(name)] = seq
    return cursors


def _only(frame: Frame, name: str) -> Any:
    if set(frame) - {name, "ref"}:
        raise Invalid(f"a frame with `{name}` carries nothing else but `ref`")
    return frame[name]

"""The life of one socket: admit, take frames in, send frames out, let go.

Note: who hears never waits. One loop takes the client's frames, one the messages of groups (a
task for each message, as Channels has it, costs more than the message). Everything slow (commands,
reading missed rows, a client that does not read) runs in tasks of its own; the loops only file
what arrives.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from framework.bus.layer import channel_layer
from framework.core.errors import AppError, Invalid, RateLimited
from framework.db.errors import named
from framework.socket.credentials import chosen_protocol
from framework.socket.frames import Frame, encode, error_frame, parse_frame, ref_of
from framework.socket.limits import Throttle
from framework.socket.outbox import Outbox, Unread

log = logging.getLogger(__name__)

UNANSWERED = 200
LARGE = 64 * 1024
FLOODED = 1008
FAILED = 1011
UNREAD = 1013

Ref = str | int | None
Heard = tuple[Frame, Ref] | str
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Refused(Exception):
    """The socket is closed with a code right after it opened."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(str(code))


class Socket(AsyncWebsocketConsumer):
    """Base of all sockets; a subclass says who may come in and what frames do."""

    def __init__(self) -> None:
        super().__init__()
        self.outbox = Outbox()
        self.throttle = Throttle()
        self.heard: asyncio.Queue[Heard] = asyncio.Queue(UNANSWERED)
        self.tasks: list[asyncio.Task[None]] = []
        self.joined: set[str] = set()
        self.is_closing = False

    async def admit(self) -> None:
        """Find out who it is and join groups; raises Refused."""
        raise NotImplementedError

    async def opened(self) -> None:
        """Say hello; groups are joined and tasks run."""

    def filed(self, frame: Frame) -> None:
        """A client frame has arrived and will be served in its turn; must not wait."""

    async def received(self, frame: Frame, ref: Ref) -> None:
        """Serve one client frame; AppErrors go back as error frames."""
        raise Invalid("this socket takes no such frame")

    def heard_frame(self, message: dict[str, Any]) -> None:
        """A group message with a frame in `text`; must not wait."""
        self.outbox.put(message["text"])

    def gone(self) -> None:
        """The socket has closed."""

    def jobs(self) -> list[Callable[[], Awaitable[None]]]:
        """Further tasks for the time of the connection."""
        return []

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """As Channels does, but group messages come by a loop of their own once it has opened."""
        self.scope = scope
        self.base_send = send
        self.channel_layer = channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        hearing: asyncio.Task[None] | None = None
        try:
            while True:
                await self.dispatch(await receive())
                hearing = hearing or asyncio.create_task(self._hear_groups())
        except StopConsumer:
            return
        finally:
            # Cancelling it is what gives the channel back.
            hearing = hearing or asyncio.create_task(self._hear_groups())
            await asyncio.sleep(0)
            hearing.cancel()
            await asyncio.wait({hearing})

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, without its look at database connections: none is used here."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is not None:
            await handler(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept first, so that a close code reaches the client."""
        await self.accept(chosen_protocol(self.scope))
        try:
            await self.admit()
        except Refused as refused:
            await self.leave(refused.code)
            return
        except Exception:
            log.exception("a socket could not be opened")
            await self.leave(FAILED)
            return
        self._begin(self._answer_all)
        self._begin(lambda: self.outbox.run(self._send_text))
        for job in self.jobs():
            self._begin(job)
        await self.opened()

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """File a client's frame."""
        if self.is_closing:
            return
        text = message.get("text")
        try:
            if not self.throttle.admits():
                await self._throttled(text)
            elif text is None:
                self.refuse(Invalid("binary frames are not understood"))
            else:
                self._hear(text)
        except Unread:
            await self.leave(UNREAD)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """End the tasks and leave the groups."""
        self.is_closing = True
        self.gone()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for group in list(self.joined):
            await self.part(group)
        await super().websocket_disconnect(message)

    async def join(self, group: str) -> None:
        """Hear the messages of a group."""
        if group not in self.joined:
            self.joined.add(group)
            await self.channel_layer.group_add(group, self.channel_name)

    async def part(self, group: str) -> None:
        """Hear them no longer."""
        if group in self.joined:
            self.joined.discard(group)
            await self.channel_layer.group_discard(group, self.channel_name)

    async def leave(self, code: int) -> None:
        """Close the socket with a code, once."""
        if not self.is_closing:
            self.is_closing = True
            await self.close(code)

    def tell(self, frame: Frame) -> None:
        """Queue a frame for the client."""
        self.outbox.put(encode(frame))

    def refuse(self, error: AppError, ref: Ref = None) -> None:
        """Queue an error frame; the socket stays open."""
        self.tell(error_frame(error, ref))

    def _hear(self, text: str) -> None:
        """File a frame; a ping is answered at once, whatever else is going on."""
        if len(text) > LARGE:
            self._file(text)
            return
        ref: Ref = None
        try:
            frame = parse_frame(text)
            ref = ref_of(frame)
            if frame.get("action") == "ping":
                self.tell({"type": "pong"} if ref is None else {"type": "pong", "ref": ref})
            else:
                self._file((frame, ref))
                self.filed(frame)
        except AppError as error:
            self.refuse(error, ref)

    def _file(self, heard: Heard) -> None:
        try:
            self.heard.put_nowait(heard)
        except asyncio.QueueFull:
            raise RateLimited("Too many requests wait for their answer.") from None

    async def _throttled(self, text: str | None) -> None:
        if self.throttle.is_flood:
            await self.leave(FLOODED)
            return
        ref: Ref = None
        if text is not None and len(text) <= LARGE:
            try:
                ref = ref_of(parse_frame(text))
            except AppError:
                ref = None
        self.refuse(RateLimited("Too many frames; slow down."), ref)

    async def _answer_all(self) -> None:
        while True:
            heard = await self.heard.get()
            ref: Ref = None
            try:
                if isinstance(heard, str):
                    # A large frame takes long to parse; other sockets of the process go on.
                    frame = await asyncio.to_thread(parse_frame, heard)
                    ref = ref_of(frame)
                    self.filed(frame)
                else:
                    frame, ref = heard
                await self.received(frame, ref)
            except AppError as error:
                self.refuse(error, ref)
            except Unread:
                raise
            except Exception as error:
                log.exception("a frame could not be served")
                self.refuse(named(error), ref)

    async def _hear_groups(self) -> None:
        """File what the groups say; what is no frame has a handler that must not wait either."""
        while True:
            message = await self.channel_layer.receive(self.channel_name)
            if self.is_closing:
                continue
            if message["type"] != "frame":
                # In its place among the frames: it may say that those after it are not to be seen.
                await self._guarded(partial(self.dispatch, message))
                continue
            try:
                self.heard_frame(message)
            except Unread:
                self._begin(partial(self.leave, UNREAD))
            except Exception:
                log.exception("a group's message could not be filed")
                self._begin(partial(self.leave, FAILED))

    def _begin(self, job: Callable[[], Awaitable[None]]) -> None:
        self.tasks.append(asyncio.create_task(self._guarded(job)))

    async def _guarded(self, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()
        except Unread:
            await self.leave(UNREAD)
        except Exception:
            log.exception("a socket's task failed")
            await self.leave(FAILED)

    async def _send_text(self, text: str) -> None:
        if not self.is_closing:
            await self.send(text_data=text)

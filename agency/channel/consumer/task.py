"""`/channel/task/`: what the broker's workers do; staff only."""

from agency.channel.consumer.admission import NOT_ALLOWED, AdmittedSocket
from framework.bus.groups import TASKS, user_group
from framework.socket.consumer import Refused


class TaskConsumer(AdmittedSocket):
    """Task frames as they happen; `GET /api/task/` has what was before."""

    async def admit(self) -> None:
        """Let in staff."""
        await super().admit()
        if not self.caller.is_staff:
            raise Refused(NOT_ALLOWED)
        await self.join(TASKS)
        await self.join(user_group(self.caller.user_id))

    def heard_frame(self, message: dict[str, object]) -> None:
        """Forward task frames alone."""
        # The person's own group is joined for its control messages alone.
        if message.get("stream") is None and str(message["text"]).startswith('{"type":"task_'):
            super().heard_frame(message)

    async def opened(self) -> None:
        """Welcome; what was before is in REST."""
        self.tell({"type": "welcome", "text": "Tasks as they happen.", "rest": "/api/task/"})

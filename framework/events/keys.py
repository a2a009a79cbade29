"""The name of a stream, as clients write it."""

import re
from dataclasses import dataclass
from uuid import UUID

from framework.core.errors import Invalid

_PATTERN = re.compile(r"(session|conversation|workspace|user)\.([0-9a-f-]{1,36})\Z")


@dataclass(frozen=True, order=True)
class StreamKey:
    """`session.<uuid>`, `workspace.<uuid>`, `conversation.<uuid>` or `user.<id>`."""

    kind: str
    subject: str

    def __str__(self) -> str:
        return f"{self.kind}.{self.subject}"

    @classmethod
    def parse(cls, value: object) -> "StreamKey":
        """The key that a client's text names; raises Invalid."""
        match = _PATTERN.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            raise Invalid.field("stream", "is not the name of a stream")
        return cls(match[1], match[2])


def session_stream(session_id: UUID) -> StreamKey:
    """Everything that happens in one session."""
    return StreamKey("session", str(session_id))


def workspace_stream(workspace_id: UUID) -> StreamKey:
    """What all members of a workspace may see: its catalogue."""
    return StreamKey("workspace", str(workspace_id))


def user_stream(user_id: int) -> StreamKey:
    """The coarse changes that concern one person."""
    return StreamKey("user", str(user_id))

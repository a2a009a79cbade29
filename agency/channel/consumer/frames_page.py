"""`docs/frames.md`: every frame as JSON Schema, made from the code."""

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from agency.channel.consumer.actions import ACTIONS, Action
from agency.events import EVENTS, CatalogChanged

Json = dict[str, Any]


class ServerFrame(BaseModel):
    """A frame of the server; fields that a newer server adds may be ignored."""

    model_config = ConfigDict(extra="allow")


class Durable(ServerFrame):
    """A frame with a place in a stream: apply `seq + 1`, ignore what is not greater."""

    stream: str
    seq: int


class MessageSent(Durable):
    """A message joined its path: LangChain's own dump laid flat."""

    type: Literal["message"]
    id: str
    role: Literal["human", "ai", "tool"]
    content: Any
    status: Literal["complete", "partial"]
    session_id: str
    thread_id: str
    branch_id: str
    parent_id: str | None
    run_id: str | None
    ts: str


class Envelope(Durable):
    """A change of the catalogue; it has no `type`."""

    v: Literal[1]
    topic: str
    kind: Literal["state", "event"]
    payload: CatalogChanged
    subject: dict[str, str]


class StreamStart(ServerFrame):
    """A message is about to be written; what was shown under its id is void."""

    type: Literal["stream_start"]
    message_id: str
    run_id: str
    session_id: str
    thread_id: str
    step: int


class StreamDelta(ServerFrame):
    """More text of a block, `offset` code points within it; its first delta says what it is."""

    type: Literal["stream_delta"]
    message_id: str
    block: int
    offset: int
    text: str
    kind: Literal["text", "thinking", "redacted_thinking", "tool_use"] | None = None
    name: str | None = None
    call_id: str | None = None


class StreamEnd(ServerFrame):
    """No more text comes; the message follows, or never will."""

    type: Literal["stream_end"]
    message_id: str
    session_id: str


class StreamSnapshot(ServerFrame):
    """The text so far, for whoever comes late."""

    type: Literal["stream_snapshot"]
    session_id: str
    thread_id: str
    stream: dict[str, Any]


class Typing(ServerFrame):
    """Somebody is writing in a session that is followed."""

    type: Literal["typing"]
    session_id: str
    thread_id: str
    user_id: int
    username: str


class Text(ServerFrame):
    """A word of the server to the person: the welcome."""

    type: Literal["text"]
    text: str
    data: dict[str, Any]


class Ack(ServerFrame):
    """The frame with this `ref` was done; `data` is what REST would have answered."""

    type: Literal["ack"]
    ref: str | int | None
    status: int | None = None
    data: Any = None


class Refusal(ServerFrame):
    """Problem details; the socket stays open."""

    type: Literal["error"]
    ref: str | int | None
    title: str
    status: int
    detail: str
    code: str


class Pong(BaseModel):
    """The answer to a ping."""

    type: Literal["pong"]
    ref: str | int | None = None


class TaskFrame(ServerFrame):
    """A broker task began, told of its progress, or ended; on `/channel/task/`."""

    type: Literal["task_started", "task_progress", "task_success", "task_failure"]
    task_id: str
    name: str
    ts: str


class Subscribe(BaseModel):
    """Send what came after each number, then follow."""

    subscribe: dict[str, int]
    ref: str | int | None = None


class Unsubscribe(BaseModel):
    """Send the text of these sessions no longer."""

    unsubscribe: list[str]
    ref: str | int | None = None


SERVER: tuple[type[BaseModel], ...] = (
    MessageSent,
    Envelope,
    StreamStart,
    StreamDelta,
    StreamEnd,
    StreamSnapshot,
    Typing,
    Text,
    Ack,
    Refusal,
    Pong,
    TaskFrame,
)
INTRO = """# Frames

This page is made from the code, and a test holds it to the code. Frames are JSON objects as text.
A frame with `stream` and `seq` is durable: REST (`…/event/?since_id=`), server-sent events and
sockets give the same JSON.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRO, "## Server to client\n"]
    parts += [section(model.__name__, model.__doc__, model.model_json_schema()) for model in SERVER]
    parts.append("## `monitor_event` frames\n")
    parts += [section(event.topic, event.__doc__, monitor_schema(event)) for event in EVENTS]
    parts.append("## Client to server\n")
    for model in (Subscribe, Unsubscribe):
        parts.append(section(model.__name__.lower(), model.__doc__, model.model_json_schema()))
    parts += [section(name, action.body.__doc__, asked(name, action))
              for name, action in ACTIONS.items()]  # fmt: skip
    return "\n".join(parts)


def section(name: str, text: str | None, schema: Json) -> str:
    """One frame: its name, its sentence, its schema."""
    sentence = (text or "").strip().splitlines()[0]
    return f"### {name}\n\n{sentence}\n\n```json\n{json.dumps(_plain(schema), indent=1)}\n```\n"


def _plain(schema: Any) -> Any:
    """The schema without the titles that only repeat names."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _plain(value)
        for key, value in schema.items()
        if not (key in ("title", "description") and isinstance(value, str))
    }


def monitor_schema(event: Any) -> Json:
    """The frame around an event's data."""
    data = event.model_json_schema()
    return {
        "type": "object",
        "properties": {
            "type": {"const": "monitor_event"},
            "event": {"const": event.topic},
            "data": data,
            "session_id": {"type": "string", "format": "uuid"},
            "thread_id": {"type": "string", "format": "uuid"},
            "run_id": {"type": "string", "format": "uuid"},
            "stream": {"type": "string"},
            "seq": {"type": "integer"},
        },
        "required": ["type", "event", "data", "session_id", "thread_id", "stream", "seq"],
    }


def asked(name: str, action: Action) -> Json:
    """The frame by which a client asks for an action."""
    body = action.body.model_json_schema()
    if name == "message":
        return body
    if name == "interruption":
        return {"type": "object", "properties": {"interruption": body}, "required": [name]}
    return {
        "type": "object",
        "properties": {"action": {"const": name}, "data": body},
        "required": ["action", "data"],
    }

"""Writes `docs/events.md` from the code: `python -m tests.arch.events_page`."""

import inspect
from pathlib import Path

from agency.events import EVENTS, Event

PAGE = Path(__file__).resolve().parents[2] / "docs/events.md"

HEAD = """# Events

What a client is told, and where it is kept. This page is written by
`python -m tests.arch.events_page`; a test compares it with the code.

Every durable frame carries `stream` and `seq`: the stream's name, such as `session.<id>`, and its
next number. Numbers have no gaps. A client that has applied number *n* asks for what came after
*n*, from the socket by `subscribe`, or by server-sent events.

## In a session

`{"type": "monitor_event", "event": …, "data": {…}, "session_id": …, "thread_id": …, "ts": …}`,
with `run_id` where a run is concerned. `data` holds whole records, as REST returns them.

The session's stream has all of these. Those marked *readers* are also told on the stream
`user.<id>` of everyone who may see the session: lists, the inbox and notices live on them.
"""

TAIL = """
Messages join a path by a frame of their own, `{"type": "message", …}`, which is the message's
record.

## In a workspace

`{"v": 1, "topic": "<resource>.<id>.catalog.<action>", "kind": "state", "payload": {…}, "subject":
{"type": …, "id": …}}` on the stream `workspace.<id>`. `action` is `created`, `updated` or
`deleted`; the payload holds `resource`, `action`, `id`, the `record` (null once deleted) and the
`scope`.

## Kept by no table

Text on its way: `stream_start`, which names the session and the message to be; `stream_delta` with
the `message_id`, the `block` and the `offset` (in code points) at which its `text` belongs, the
first of a block also with its `kind`; and `stream_end`. They carry no number. A client that joins
late gets `stream_snapshot`; one that meets an offset it cannot place asks for it. The message that
follows on the session's stream has the same id and replaces what was shown.
"""


def _row(event: type[Event]) -> str:
    said = inspect.getdoc(event) or ""
    fields = ", ".join(f"`{name}`" for name in event.model_fields)
    told = "readers" if event.coarse else ""
    return f"| `{event.topic}` | {said.splitlines()[0]} | {fields} | {told} |"


def page() -> str:
    """The whole page."""
    head = "\n| Event | When | `data` | Also to |\n|---|---|---|---|\n"
    return HEAD + head + "\n".join(map(_row, EVENTS)) + "\n" + TAIL


if __name__ == "__main__":
    PAGE.write_text(page())

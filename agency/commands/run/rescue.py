"""End a run without its worker, from the text that the broker still holds."""

from collections.abc import Mapping
from typing import Any

from agency.commands.run.ending import end_run
from agency.models import Run
from framework.bus.drafts import drop_draft
from framework.bus.groups import stream_group
from framework.bus.publish import publish_ephemeral
from framework.db.transaction import after_commit


def end_rescued(run: Run, draft: Mapping[str, Any] | None) -> None:
    """Stop the locked run; its draft becomes the partial message and the stream ends."""
    end_run(run, "stopped", draft=draft)
    if draft is not None:
        after_commit(lambda: _end_stream(run, draft))


def _end_stream(run: Run, draft: Mapping[str, Any]) -> None:
    drop_draft(run.id)
    session_id = str(run.session_id)
    frame = {"type": "stream_end", "message_id": draft["message_id"], "session_id": session_id}
    publish_ephemeral(stream_group(session_id), frame)

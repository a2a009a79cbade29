"""End a run without its worker, from the text that the broker still holds."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agency.commands.run.ending import end_run
from agency.models import Run
from framework.bus.drafts import drop_draft, read_draft
from framework.bus.groups import stream_group
from framework.bus.publish import publish_ephemeral
from framework.db.transaction import after_commit


def draft_of_stopped(run_id: UUID) -> Mapping[str, Any] | None:
    """The text of a run that was asked to stop, as far as it came; read it before the lock."""
    asked = Run.objects.filter(pk=run_id, stop_requested_at__isnull=False)
    return read_draft(run_id) if asked.exists() else None


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

"""A summary whose request came to an end without one."""

from collections.abc import Mapping
from typing import Any

from agency.channel.protocol import Monitor
from agency.models import Compaction, ModelCall, Session
from framework.db.touch import save_stamped
from framework.db.transaction import require_transaction

INTERRUPTED = {
    "code": "interrupted",
    "title": "The summary was interrupted before it was complete.",
}


def close_compaction(
    call: ModelCall, session: Session, error: Mapping[str, Any] | None = None
) -> None:
    """Fail the summary that this request was to make, if it still runs, and tell.

    Everything that settles or cuts a request comes by here, so none runs on without one.
    """
    require_transaction()
    for row in Compaction.objects.filter(model_call=call.id, state="running"):
        row.state = "failed"
        row.error = dict(error or INTERRUPTED)
        save_stamped(row, "state", "error", stamp="ended_at")
        row.session = session
        Monitor.context_compacted(row)

"""A summary stands for the older part of the path from now on."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.run.ending import end_run
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import Spent, settle_calls
from agency.commands.run.state import state_of
from agency.loop.state import RunState
from agency.models import Compaction
from framework.core.crash import crash_at
from framework.core.text import visible_text
from framework.db.touch import save_stamped
from framework.db.transaction import unit_of_work


def settle_compaction(
    *,
    lease: Lease,
    compaction_id: UUID,
    summary: str,
    context: Mapping[str, Any],
    spent: Spent,
) -> RunState | None:
    """Keep the summary; where the run stands then, or None when that was all it was for.

    `context` is how full the window is with it. Saying it twice is fine. Raises FenceLost.
    """
    with unit_of_work():
        run = run_under(lease)
        for row in Compaction.objects.filter(pk=compaction_id, state="running"):
            row.state = "done"
            row.summary = visible_text(summary)
            row.tokens_after = int(context["tokens"])
            save_stamped(row, "state", "summary", "tokens_after", stamp="ended_at")
            row.session = run.session
            run.branch.context = dict(context)
            run.branch.save(update_fields=["context"])
            settle_calls(run, "done", spent)
            Monitor.context_compacted(row)
        state: RunState | None = None
        if run.kind != "compact":
            state = state_of(run)
        else:
            end_run(run, "done" if run.stop_requested_at is None else "stopped")
    crash_at("after_settle_compaction")
    return state

"""A child works on for a call that is over, or about to be: stop it too."""

from uuid import UUID

from agency.commands._queue import recall_interrupts
from agency.commands.run.lease import lock_session, locked_run
from agency.commands.run.stop_run import request_stop
from agency.queries.run_duties import orphans
from framework.bus.drafts import read_draft
from framework.db.transaction import unit_of_work


def stop_orphan(*, run_id: UUID) -> bool:
    """Stop the child's live run if nobody waits for it any more; whether it was asked to."""
    draft = read_draft(run_id)
    with unit_of_work():
        run = locked_run(run_id)
        if run is None or not orphans().filter(pk=run_id).exists():
            return False
        recall_interrupts(lock_session(run))
        request_stop(run, draft)
        return True

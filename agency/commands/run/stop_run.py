"""T9: stop a run, wherever it is."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agency.access import run_for
from agency.channel.protocol import Monitor
from agency.commands._queue import recall_interrupts
from agency.commands.run.ending import stop_children_later
from agency.commands.run.lease import lock_session, locked_run
from agency.commands.run.rescue import end_rescued
from agency.models import Run
from framework.bus.drafts import read_draft
from framework.bus.signals import CANCEL, send_signal
from framework.core.errors import NotFound
from framework.db.clock import db_now
from framework.db.transaction import after_commit, require_transaction, unit_of_work


def stop_run(*, user_id: int, run_id: UUID) -> Run:
    """Ask a live run to stop; stopping twice, or one that has ended, is fine.

    One that waits ends here; one at work is ended by its worker, or by the sweep after 2 s.
    Nothing begins by itself afterwards, not even what was sent to interrupt it.
    """
    run_for(user_id, run_id, end=True)
    draft = read_draft(run_id)
    with unit_of_work():
        run = locked_run(run_id)
        if run is None:
            raise NotFound
        if run.is_live:
            recall_interrupts(lock_session(run))
            request_stop(run, draft)
        return run


def request_stop(run: Run, draft: Mapping[str, Any] | None = None) -> None:
    """Stop the locked, live run now, or tell its worker to; its children stop at once too.

    `draft` is the text of a turn that is to be tried again, as far as it was shown.
    """
    require_transaction()
    if run.status != "running":
        end_rescued(run, draft)
        return
    if run.stop_requested_at is None:
        lock_session(run)
        run.stop_requested_at = db_now()
        run.save(update_fields=["stop_requested_at"])
        Monitor.run_start(run)
    body = {"run_id": str(run.id)}
    after_commit(lambda: send_signal(CANCEL, body))
    stop_children_later(run)

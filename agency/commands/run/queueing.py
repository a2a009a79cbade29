"""Put a run back into the queue."""

from datetime import datetime

from agency.channel.protocol import Monitor
from agency.commands._rows import RUN_JOB, set_session_status
from agency.commands.run.lease import lock_session
from agency.models import Run
from framework.bus.publish import publish_job
from framework.db.touch import save_stamped
from framework.db.transaction import require_transaction


def queue_again(run: Run, *, not_before: datetime | None = None) -> None:
    """The locked run becomes anybody's to claim, now or from `not_before` on.

    The fence rises, so whoever drove it writes no more. The caller has seen that no stop is
    requested: a queued run cannot carry one.
    """
    require_transaction()
    lock_session(run)
    run.status = "queued"
    run.owner = None
    run.fence += 1
    run.not_before = not_before
    changed = ("status", "owner", "fence", "not_before", "lost_count", "attempt")
    save_stamped(run, *changed, stamp="queued_at")
    set_session_status(run.session, "queued" if not_before is None else "waiting_retry")
    if not_before is not None:
        Monitor.run_retrying(run)
        return
    Monitor.run_start(run)
    publish_job(RUN_JOB, run.id)

"""Let a run wait for a person or a child without holding anything."""

from agency.channel.protocol import Monitor
from agency.commands._rows import set_session_status
from agency.commands.run.lease import lock_session
from agency.models import Run
from framework.db.transaction import require_transaction


def suspend(run: Run) -> None:
    """Give up the locked run's owner and slot; an answer queues it again.

    The caller has seen, under this lock, that something is open and that no stop is requested.
    """
    require_transaction()
    lock_session(run)
    run.status = "suspended"
    run.owner = None
    run.save(update_fields=["status", "owner"])
    set_session_status(run.session, "waiting")
    Monitor.run_waiting(run)

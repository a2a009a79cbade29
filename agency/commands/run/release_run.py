"""Hand a run over: its worker is leaving, or has lost track of it."""

from agency.commands.run.lease import Lease, run_under
from agency.commands.run.ledger import cut_calls
from agency.commands.run.queueing import queue_again
from agency.commands.run.rescue import draft_of_stopped, end_rescued
from agency.loop.decide import Release, release_decision
from framework.db.transaction import unit_of_work


def release_run(*, lease: Lease) -> None:
    """Queue the run for whoever is next; a requested stop is carried out instead.

    Raises FenceLost.
    """
    draft = draft_of_stopped(lease.run_id)
    with unit_of_work():
        run = run_under(lease)
        if release_decision(stop_requested=run.stop_requested_at is not None) == Release.FINALISE:
            end_rescued(run, draft)
            return
        cut_calls(run)
        queue_again(run)

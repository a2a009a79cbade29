"""T11: take a run from a worker that is dead, or that does not know of it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agency.commands.run.ending import end_run
from agency.commands.run.lease import locked_run
from agency.commands.run.ledger import cut_calls
from agency.commands.run.queueing import queue_again
from agency.commands.run.rescue import draft_of_stopped, end_rescued
from agency.loop.decide import Release, release_decision
from agency.loop.state import POISON
from agency.models import Run
from framework.db.transaction import unit_of_work


def reclaim_run(*, run_id: UUID, worker_id: UUID) -> bool:
    """Queue the run of a lost worker again; the fifth loss fails it, a requested stop ends it.

    False when it is not that worker's any more. The worker's dead lease writes nothing after.
    """
    draft = draft_of_stopped(run_id)
    with unit_of_work():
        run = locked_run(run_id)
        if run is None or run.status != "running" or run.owner_id != worker_id:
            return False
        run.lost_count += 1
        run.save(update_fields=["lost_count"])
        stop = run.stop_requested_at is not None
        _carry_out(run, release_decision(stop_requested=stop, lost_count=run.lost_count), draft)
        return True


def _carry_out(run: Run, release: Release, draft: Mapping[str, Any] | None) -> None:
    if release == Release.QUEUE:
        cut_calls(run)
        queue_again(run)
    elif release == Release.FINALISE:
        end_rescued(run, draft)
    else:
        error = {"code": POISON.code, "title": POISON.title, "detail": POISON.detail}
        end_run(run, "failed", error=error)

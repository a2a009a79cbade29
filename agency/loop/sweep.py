"""T11: look for what nobody takes care of; in every worker, about once a second.

Note: only the look is exclusive, one short transaction under an advisory lock, so a worker that
freezes in its sweep holds nobody up. Each row is then handled in its own transaction and its own
try, and looked at again under its lock: a second sweep that meets it finds nothing to do.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from agency.commands.interruption.expire_interruption import expire_interruption
from agency.commands.interruption.settle_limit import settle_limit
from agency.commands.run.deliver_child import deliver_child
from agency.commands.run.force_stop import force_stop
from agency.commands.run.reclaim_run import reclaim_run
from agency.commands.run.stop_orphan import stop_orphan
from agency.commands.worker.find_duties import find_duties
from agency.commands.worker.mark_dead import mark_dead
from agency.queries.run_duties import runs_of_worker, unstopped_runs
from framework.bus.drafts import read_draft

log = logging.getLogger(__name__)


def sweep() -> list[UUID]:
    """Carry out what is due; the queued runs that somebody should claim now."""
    due = find_duties()
    _each(due.unstopped_runs, _force_stop)
    lost = list(due.lost_runs)
    for worker_id in due.lost_workers:
        lost += _bury(worker_id)
    _each(lost, lambda pair: reclaim_run(run_id=pair[0], worker_id=pair[1]))
    _each(due.overdue_questions, lambda found: expire_interruption(interruption_id=found))
    _each(due.delivered_calls, lambda found: deliver_child(call_id=found))
    _each(due.orphan_runs, lambda found: stop_orphan(run_id=found))
    _each(due.moot_limits, lambda found: settle_limit(interruption_id=found))
    return list(due.waiting_runs)


def force_stops() -> None:
    """End the runs that their workers did not stop in time; anybody may, at any moment."""
    _each(unstopped_runs(), _force_stop)


def _bury(worker_id: UUID) -> list[tuple[UUID, UUID]]:
    """Mark a lost worker; its runs, to be reclaimed."""
    marked: list[bool] = []
    _each([worker_id], lambda found: marked.append(mark_dead(worker_id=found)))
    if not any(marked):
        return []
    log.warning("worker %s is lost", worker_id)
    return [(run_id, worker_id) for run_id in runs_of_worker(worker_id)]


def _force_stop(run_id: UUID) -> None:
    draft = read_draft(run_id)
    if force_stop(run_id=run_id, draft=draft):
        log.warning("run %s was stopped without its worker", run_id)


def _each(rows: Iterable[Any], act: Callable[[Any], object]) -> None:
    for row in rows:
        try:
            act(row)
        except Exception:
            log.exception("the sweep failed at %s; the next one tries again", row)

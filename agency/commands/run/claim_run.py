"""T2: a queued run becomes this worker's."""

from dataclasses import dataclass
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands._rows import set_session_status
from agency.commands.interruption.open_interruption import open_reconcile
from agency.commands.run.lease import Lease, lock_session, with_branch
from agency.commands.run.state import call_state, state_at, step_calls, turn_of
from agency.loop.decide import after_reclaim
from agency.loop.state import RunState
from agency.models import Run, ToolCall
from framework.core.crash import crash_at
from framework.db.transaction import unit_of_work

_TAKE = """
UPDATE agency_run
SET status = 'running', owner_id = %(worker)s, fence = fence + 1, not_before = NULL,
    started_at = COALESCE(started_at, clock_timestamp())
WHERE id = %(run)s AND status = 'queued' AND (not_before IS NULL OR not_before <= clock_timestamp())
  AND EXISTS (
    SELECT FROM agency_worker
    WHERE id = %(worker)s AND state = 'up' AND expires_at > clock_timestamp()
  )
RETURNING *
"""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The right to drive a run, and where it stands."""

    lease: Lease
    session_id: UUID
    state: RunState


def claim_run(*, run_id: UUID, worker_id: UUID) -> Claimed | None:
    """Take a due queued run; None when there is nothing to take, whatever the hint said.

    Calls that a lost worker left running become approved again, or a question to a person
    when their tool must not be repeated.
    """
    with unit_of_work():
        run = _taken(run_id, worker_id)
        if run is None:
            return None
        lock_session(run)
        turn_id = turn_of(run)
        calls = step_calls(turn_id) if turn_id is not None else []
        _settle_lost_calls(run, calls)
        set_session_status(run.session, "running")
        Monitor.run_start(run)
        lease = Lease(run.id, run.fence, worker_id)
        claimed = Claimed(lease, run.session_id, state_at(run, turn_id, calls))
    crash_at("after_claim")
    return claimed


def _taken(run_id: UUID, worker_id: UUID) -> Run | None:
    """The run as it was taken, locked thereby."""
    rows = Run.objects.raw(_TAKE, {"run": run_id, "worker": worker_id})
    return next((with_branch(run) for run in rows), None)


def _settle_lost_calls(run: Run, rows: list[ToolCall]) -> None:
    calls = {call.id: call for call in rows}
    lost = after_reclaim(map(call_state, rows), run.fence - 1)
    for state in lost.approved:
        call = calls[state.id]
        call.state = "approved"
        call.save(update_fields=["state"])
        call.session = run.session
        Monitor.tool_call(call)
    for state in lost.reconcile:
        open_reconcile(run, calls[state.id])

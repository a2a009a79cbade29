"""T2: a queued run becomes this worker's."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, F, Q
from django.db.models.functions import Coalesce

from agency.channel.protocol import Monitor
from agency.commands._rows import set_session_status
from agency.commands.interruption.open_interruption import open_reconcile
from agency.commands.run.lease import Lease, lock_session, locked_run
from agency.commands.run.state import call_state, state_at, step_calls, turn_of
from agency.loop.decide import after_reclaim
from agency.loop.state import RunState
from agency.models import Run, ToolCall, Worker
from framework.core.crash import crash_at
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work


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
        if not _take(run_id, worker_id):
            return None
        run = locked_run(run_id)
        assert run is not None
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


def _take(run_id: UUID, worker_id: UUID) -> bool:
    me = Worker.objects.filter(pk=worker_id, state="up", expires_at__gt=ClockNow())
    due = Q(not_before=None) | Q(not_before__lte=ClockNow())
    taken = Run.objects.filter(due, Exists(me), pk=run_id, status="queued").update(
        status="running",
        owner_id=worker_id,
        fence=F("fence") + 1,
        not_before=None,
        started_at=Coalesce("started_at", ClockNow()),
    )
    return taken == 1


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

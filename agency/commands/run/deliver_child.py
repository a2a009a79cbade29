"""T10: a child session came to rest; its last words are the result of the call it served."""

from uuid import UUID

from agency.commands.run.lease import lock_session, locked_run
from agency.commands.run.results import end_call
from agency.commands.run.waking import wake
from agency.loop.results import child_failed
from agency.models import Run, Session, ToolCall
from agency.queries.child_result import child_result, failure_of
from agency.queries.run_duties import AT_REST
from framework.core.crash import crash_at
from framework.db.transaction import unit_of_work


def deliver_child(*, call_id: UUID) -> bool:
    """Settle the waiting call by how its child ended and wake the parent; locks only its run.

    False when there is nothing to deliver (any more, or yet); delivering twice is fine. A child
    that is gone has failed.
    """
    run_id = ToolCall.objects.filter(pk=call_id, state="waiting").values_list("run_id", flat=True)
    with unit_of_work():
        run = locked_run(run_id[0]) if run_id else None
        if run is None:
            return False
        call = ToolCall.objects.get(pk=call_id)
        if call.state != "waiting":
            return False
        lock_session(run)
        child = _child(call)
        if child is not None and child.status not in AT_REST:
            return False
        _deliver(run, call, child)
        wake(run)
    crash_at("after_deliver_child")
    return True


def _child(call: ToolCall) -> Session | None:
    """The child, locked after its parent: who speaks in it comes before or after this."""
    rows = Session.objects.select_for_update(no_key=True, of=("self",))
    return rows.filter(parent_call=call).first()


def _deliver(run: Run, call: ToolCall, child: Session | None) -> None:
    if child is not None and child.status == "completed":
        end_call(run, call, "done", child_result(call, child), is_error=False)
        return
    end_call(run, call, "failed", child_failed(failure_of(child)), is_error=True)

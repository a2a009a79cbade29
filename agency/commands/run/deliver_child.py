"""T10: a child session came to rest; its last words are the result of the call it served."""

from uuid import UUID

from agency.commands.run.lease import locked_run
from agency.commands.run.results import end_call
from agency.commands.run.waking import wake
from agency.loop.results import child_failed
from agency.models import Run, Session, ToolCall
from agency.queries.last_words import last_words
from agency.queries.run_duties import AT_REST
from framework.db.transaction import unit_of_work


def deliver_child(*, call_id: UUID) -> bool:
    """Settle the waiting call by how its child ended and wake the parent; locks only the parent.

    False when there is nothing to deliver (any more, or yet); delivering twice is fine. A child
    that is gone has failed.
    """
    run_id = ToolCall.objects.filter(pk=call_id, state="waiting").values_list("run_id", flat=True)
    with unit_of_work():
        run = locked_run(run_id[0]) if run_id else None
        if run is None:
            return False
        call = ToolCall.objects.get(pk=call_id)
        child = Session.objects.filter(parent_call=call).first()
        if call.state != "waiting" or (child is not None and child.status not in AT_REST):
            return False
        _deliver(run, call, child)
        wake(run)
        return True


def _deliver(run: Run, call: ToolCall, child: Session | None) -> None:
    if child is not None and child.status == "completed":
        end_call(run, call, "done", last_words(child), is_error=False)
        return
    detail = f"It was {child.status}." if child is not None else "It was deleted."
    end_call(run, call, "failed", child_failed(detail), is_error=True)

"""A child works on for a call that is over: stop it too."""

from uuid import UUID

from agency.commands.run.lease import locked_run
from agency.commands.run.stop_run import request_stop
from agency.models import ToolCall
from agency.models.tool_call import ENDED_STATES
from framework.db.transaction import unit_of_work


def stop_orphan(*, run_id: UUID) -> bool:
    """Stop the child's live run if its call has ended; whether it was asked to."""
    with unit_of_work():
        run = locked_run(run_id)
        if run is None or not run.is_live or run.stop_requested_at is not None:
            return False
        calls = ToolCall.objects.filter(child=run.session, state__in=ENDED_STATES)
        if not calls.exists():
            return False
        request_stop(run)
        return True

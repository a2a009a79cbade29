"""T6: what a call brought."""

from dataclasses import dataclass
from uuid import UUID

from agency.commands.run.lease import Lease, run_under
from agency.commands.run.results import end_call
from agency.models import ToolCall
from framework.core.crash import crash_at
from framework.db.transaction import unit_of_work


@dataclass(frozen=True, slots=True)
class CallResult:
    """The text for the model; a longer whole stands in a file."""

    content: str
    is_error: bool = False
    output_path: str = ""
    output_digest: str = ""


def finish_call(*, lease: Lease, call_id: UUID, result: CallResult) -> None:
    """Settle a call that this lease began; again is fine. Raises FenceLost."""
    with unit_of_work():
        run = run_under(lease)
        call = ToolCall.objects.get(pk=call_id, run=run)
        if call.state == "running" and call.fence == lease.fence:
            call.output_path = result.output_path
            call.output_digest = result.output_digest
            state = "failed" if result.is_error else "done"
            end_call(run, call, state, result.content, is_error=result.is_error)
    crash_at("after_finish_call")

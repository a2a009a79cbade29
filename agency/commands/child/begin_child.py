"""A call becomes a child session's work: its session, message and run, and the wait for them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.child._addressed import child_for
from agency.commands.child._limits import check_limits
from agency.commands.child._open import prompt_content, tell_child
from agency.commands.run.begin_call import cleared
from agency.commands.run.lease import Lease, run_under
from agency.commands.run.results import end_call
from agency.loop.state import CallStatus
from agency.models import Run, ToolCall
from agency.policy import ToolFacts
from agency.tool import ToolError
from framework.core.crash import crash_at
from framework.db.touch import save_stamped
from framework.db.transaction import unit_of_work


def begin_child(
    *, lease: Lease, call_id: UUID, facts: ToolFacts, schema: Mapping[str, Any]
) -> None:
    """Let an approved call wait for a child; beginning it twice is fine.

    All in one transaction, so that a call has one child or none however often the job comes.
    What may not be begun becomes a result that the model can read. Raises FenceLost.
    """
    crash_at("before_begin_child")
    with unit_of_work():
        run = run_under(lease)
        call = ToolCall.objects.get(pk=call_id, run=run)
        may = run.stop_requested_at is None and call.state == "approved"
        if may and cleared(run, call, facts, schema) == CallStatus.WAITING:
            _begin(run, call)
    crash_at("after_begin_child")


def _begin(run: Run, call: ToolCall) -> None:
    args = call.args if call.args_approved is None else call.args_approved
    prompt = str(args.get("prompt", ""))
    try:
        if not prompt.strip():
            raise ToolError("The prompt is empty.")
        check_limits(run)
        child = child_for(run, call, args)
    except ToolError as refusal:
        end_call(run, call, "denied", str(refusal), is_error=True)
        return
    tell_child(child, prompt_content(prompt))
    call.state = "waiting"
    call.attempt += 1
    call.child_session_id = child.id
    save_stamped(call, "state", "attempt", "child_session_id", stamp="started_at")
    call.session = run.session
    Monitor.tool_call(call)

"""Give calls their results, and the step its tool messages."""

from agency.channel.protocol import Monitor
from agency.commands._analytics import count_tool
from agency.commands._rows import append_message, tool_content
from agency.commands.run.state import step_calls
from agency.models import Message, Run, ToolCall
from framework.core.text import visible_text
from framework.db.touch import save_stamped
from framework.db.transaction import require_transaction


def end_call(run: Run, call: ToolCall, state: str, content: str, *, is_error: bool) -> None:
    """Settle the call for good and tell; the tool message follows when its group closes."""
    require_transaction()
    call.state = state
    call.result = {"content": visible_text(content), "is_error": is_error}
    call.deadline = None
    changed = ("state", "result", "deadline", "output_path", "output_digest")
    save_stamped(call, *changed, stamp="ended_at")
    call.session = run.session
    Monitor.tool_result(call)
    count_tool(run, call)


def write_tool_messages(run: Run, turn: Message) -> None:
    """One message for each call of the turn, in call order; only the last one is settled."""
    calls = step_calls(turn.id)
    for call in calls:
        append_message(
            run.branch,
            role="tool",
            content=tool_content(call),
            settled=call is calls[-1],
            run=run,
            step=run.step,
            call=call,
        )

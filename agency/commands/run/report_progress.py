"""A tool tells how far it is."""

from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.run.lease import Lease, run_under
from agency.models import ToolCall
from framework.core.text import visible_text
from framework.db.transaction import unit_of_work

MAX_LENGTH = 500


def report_progress(*, lease: Lease, call_id: UUID, text: str) -> None:
    """Show the text at the call while it runs. Raises FenceLost."""
    with unit_of_work():
        run = run_under(lease)
        call = ToolCall.objects.get(pk=call_id, run=run)
        if call.state != "running":
            return
        call.progress = visible_text(text)[:MAX_LENGTH]
        call.save(update_fields=["progress"])
        call.session = run.session
        Monitor.tool_call(call)

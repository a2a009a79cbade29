"""The whole result of a tool call, also when the model saw only its ends."""

from django.conf import settings

from agency.models import ToolCall
from agency.queries.records import Record
from framework.core.errors import NotFound
from framework.core.text import visible_text

MOST = 16 * 1024 * 1024


def tool_output(call: ToolCall) -> Record:
    """The kept file's text, else the result as the model saw it; NotFound before there is one."""
    result = call.result
    if result is None:
        raise NotFound("This call has no result yet.")
    is_error = bool(result.get("is_error"))
    path = settings.AGENCY_STATE / call.output_path if call.output_path else None
    if path is None or not path.is_file():
        shown = {"content": result.get("content", ""), "is_error": is_error}
        return shown | {"is_whole": not call.output_path}
    with path.open("rb") as file:
        raw = file.read(MOST + 1)
    text = raw[:MOST].decode("utf-8", "replace")
    return {
        "content": visible_text(text),
        "is_error": is_error,
        "is_whole": len(raw) <= MOST,
    }

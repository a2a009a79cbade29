"""Reading on in a result that was too large to show."""

from typing import Annotated

from pydantic import Field

from agency.tool import ToolContext, ToolError, tool
from agency.tool.outcome import output_path

MAX_SHOWN = 8_000


@tool(effect="pure", parallel=True, default_policy="allow", name="ReadOutput")
def read_output(
    ctx: ToolContext,
    call_id: Annotated[str, "the call id that the shortened result names"],
    offset: Annotated[int, "how many characters to skip", Field(ge=0)] = 0,
    limit: Annotated[int, "how many characters to show", Field(ge=1, le=MAX_SHOWN)] = MAX_SHOWN,
) -> str:
    """Read more of a tool result of this session that was shown only in part."""
    if ctx.outputs is None:
        raise ToolError("Whole results are not kept here.")
    try:
        # newline="" so that offsets are those of the result, whatever ends its lines.
        with output_path(ctx.outputs, call_id).open(encoding="utf-8", newline="") as file:
            file.read(offset)
            text = file.read(limit)
            is_more = bool(file.read(1))
    except (FileNotFoundError, ValueError) as error:
        raise ToolError(f"No whole result is kept for call {call_id}.") from error
    if not text:
        return f"[the result ends before character {offset}]"
    return f"{text}\n[more follows at offset {offset + limit}]" if is_more else text

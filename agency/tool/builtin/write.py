"""Writing a whole file."""

from typing import Annotated

from agency.tool import ToolContext, tool
from agency.tool.folder import Folder


@tool(effect="idempotent", default_policy="ask", name="Write", sensitive={"path": "path"})
def write(
    ctx: ToolContext,
    path: Annotated[str, "the file, relative to the session's folder"],
    content: Annotated[str, "the whole new content"],
) -> str:
    """Write a text file of the session's folder, replacing what was there.

    Missing directories are made. To change a part of a file, use Edit.
    """
    # Idempotent: the same content twice leaves the same file.
    raw = content.encode()
    is_new = Folder(ctx.folder).replace(path, raw)
    return f"{'Created' if is_new else 'Replaced'} {path} ({len(raw)} bytes)."

"""Changing a part of a file."""

import os
from typing import Annotated

from pydantic import Field

from agency.tool import ToolContext, ToolError, tool
from agency.tool.folder import Folder

MAX_BYTES = 8 * 1024 * 1024


# Once: where the new text holds the old one ("a" to "a, b") a repeat would change the file
# again, and a repeat after somebody else's change would be judged against another text.
@tool(effect="once", default_policy="ask", name="Edit", sensitive={"path": "path"})
def edit(
    ctx: ToolContext,
    path: Annotated[str, "the file, relative to the session's folder"],
    old_string: Annotated[str, "the text to replace, letter by letter", Field(min_length=1)],
    new_string: Annotated[str, "what stands there afterwards"],
    replace_all: Annotated[bool, "replace every place instead of the only one"] = False,
) -> str:
    """Replace a text in a file of the session's folder.

    The old text must occur exactly once, unless replace_all is set; take enough of its
    surroundings along to make it unique.
    """
    if old_string == new_string:
        raise ToolError("old_string and new_string are the same, so nothing would change.")
    folder = Folder(ctx.folder)
    text = _content(folder, path)
    if old_string not in text and "\r\n" in text:
        old_string, new_string = (
            _with_carriage_returns(old_string),
            _with_carriage_returns(new_string),
        )
    count = text.count(old_string)
    if count == 0:
        raise ToolError(f"old_string does not occur in {path}; Read shows what does.")
    if count > 1 and not replace_all:
        raise ToolError(
            f"old_string occurs {count} times in {path}; make it longer until it is unique, or "
            "set replace_all."
        )
    folder.replace(path, text.replace(old_string, new_string).encode())
    return f"Changed {path} in {count} place{'' if count == 1 else 's'}."


def _content(folder: Folder, path: str) -> str:
    with folder.open_file(path) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise ToolError(f"{path} is larger than {MAX_BYTES} bytes, too large for Edit.")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise ToolError(f"{path} is not UTF-8 text, so Edit would damage it.") from error


def _with_carriage_returns(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")

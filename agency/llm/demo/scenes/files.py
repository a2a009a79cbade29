"""A tool that asks first: a file is written, and on request changed."""

from __future__ import annotations

from agency.llm.demo.parts import Call, Part, Say
from agency.llm.demo.scenes.outcomes import missing_tools, quoted, reason_of
from agency.llm.demo.turn import Result, Turn

PATH = "demo/note.txt"
FIRST_LINE = "This note was written by the demo model.\n"
CONTENT = FIRST_LINE + "A person allowed it.\n"
CHANGED = "This note was written, and then changed, by the demo model.\n"


def write_file(turn: Turn) -> list[Part]:
    """Write once, then say what came of it."""
    if turn.results:
        return [Say(_told(turn.results[-1]))]
    return _write(turn)


def write_and_edit(turn: Turn) -> list[Part]:
    """Write, then edit what was written, unless a person said no."""
    if not turn.results:
        return _write(turn)
    last = turn.results[-1]
    if last.name == "Write" and not last.is_error and turn.offers("Edit"):
        change = {"path": PATH, "old_string": FIRST_LINE.strip(), "new_string": CHANGED.strip()}
        return [Say("The file is there. Now I change its first line."), Call("Edit", change)]
    return [Say(_told(last))]


def _write(turn: Turn) -> list[Part]:
    if not turn.offers("Write"):
        return [Say(missing_tools("Write"))]
    return [
        Say(
            f"I will write a short note to `{PATH}`. Writing is not allowed by itself, so you are "
            "asked first: allow it, change what I write, or deny it with a reason."
        ),
        Call("Write", {"path": PATH, "content": CONTENT}),
    ]


def _told(result: Result) -> str:
    if result.is_denied:
        reason = reason_of(result)
        why = f" You said: “{reason}”." if reason else ""
        return f"You did not allow it, so nothing was changed.{why} That is fine."
    if result.is_error:
        return f"It did not work. The tool says:\n\n{quoted(result.content)}"
    if _was_edited(result):
        return (
            "Done, and not as I had proposed: you changed the input, and what you wrote is what "
            f"ran. The tool says:\n\n{quoted(result.content)}"
        )
    return (
        f"Done. The tool says:\n\n{quoted(result.content)}\n\n“Always allow” would have made a "
        "rule of it; you find the rules under **Tools**."
    )


def _was_edited(result: Result) -> bool:
    """The result names another file or another size than the call asked for."""
    if result.name != "Write":
        return False
    size = len(str(result.input.get("content", "")).encode())
    return PATH not in result.content or f"({size} bytes)" not in result.content

"""What a call ended with, cut to what a model should read."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from agency.tool.spec import ToolContext
from framework.core.text import visible_text

MAX_BYTES = 32 * 1024
HEAD_BYTES = 20 * 1024
TAIL_BYTES = 10 * 1024
# Beyond this the machine, not the model, is at stake; the text then says that it was cut.
MAX_CHARACTERS = 4_000_000
CALL_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


@dataclass(frozen=True)
class ToolOutcome:
    """The result for the model; `full` is the whole text when `content` is only its two ends."""

    content: str
    is_error: bool
    seconds: float
    full: str | None = None


def result_text(value: Any) -> str:
    """A tool's return value as text: text as it is, anything else as JSON."""
    if value is None:
        text = "Done."
    elif isinstance(value, str):
        text = value or "(empty)"
    else:
        text = to_json(value, indent=2, fallback=str, inf_nan_mode="constants").decode()
    if len(text) > MAX_CHARACTERS:
        cut = len(text) - MAX_CHARACTERS
        text = f"{text[:MAX_CHARACTERS]}\n[{cut} more characters were dropped]"
    return text


def error_text(error: BaseException) -> str:
    """An unexpected exception as one line for the model."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def shorten(text: str, call_id: str) -> str:
    """The text, or its head and tail with a pointer to the whole; cut between characters."""
    raw = text.encode()
    if len(raw) <= MAX_BYTES:
        return text
    # Ignored errors are only the halves of a character at the two cuts.
    head = raw[:HEAD_BYTES].decode(errors="ignore")
    tail = raw[-TAIL_BYTES:].decode(errors="ignore")
    hidden = len(text) - len(head) - len(tail)
    pointer = (
        f"[{hidden} of {len(text)} characters are not shown; to see more, use ReadOutput with "
        f'call_id "{call_id}" and offset {len(head)}]'
    )
    return f"{head}\n\n{pointer}\n\n{tail}"


async def settle(
    text: str, ctx: ToolContext, *, is_error: bool, seconds: Callable[[], float]
) -> ToolOutcome:
    """The outcome of a call from its raw text; a large one is kept whole."""
    whole = visible_text(text)
    content = shorten(whole, ctx.call_id)
    full = None if content is whole else whole
    if full is not None and ctx.outputs is not None:
        await asyncio.to_thread(keep_output, ctx.outputs, ctx.call_id, full)
    return ToolOutcome(content=content, is_error=is_error, seconds=seconds(), full=full)


def output_path(outputs: Path, call_id: str) -> Path:
    """Where the whole result of a call is kept; raises ValueError for what is no id."""
    if not CALL_ID.fullmatch(call_id):
        raise ValueError(f"{call_id!r} is no call id")
    return outputs / f"{call_id}.txt"


def keep_output(outputs: Path, call_id: str, text: str) -> Path:
    """Write a whole result; a reader sees all of it or none."""
    path = output_path(outputs, call_id)
    outputs.mkdir(parents=True, exist_ok=True)
    draft = outputs / f".{secrets.token_hex(8)}.part"
    with draft.open("x", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return path
